#include "heed/base/edit_distance.h"

namespace heed {

std::optional<std::string> nearest_name(std::string_view name, std::span<const std::string> candidates) {
  std::optional<std::string> best;
  auto letters = static_cast<int64_t>(name.size());
  int64_t best_distance = (letters < 4 ? 1 : std::max<int64_t>(2, letters / 3)) + 1;
  for (const std::string& candidate : candidates) {
    int64_t distance = edit_distance(name, candidate);
    if (distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

}  // namespace heed
