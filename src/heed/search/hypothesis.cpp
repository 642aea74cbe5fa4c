#include "heed/search/hypothesis.h"

#include <algorithm>

namespace heed {

void keep_columns(Hypothesis& hypothesis, int32_t columns) {
  if (hypothesis.width <= columns) return;
  auto heads = static_cast<std::size_t>(hypothesis.heads), width = static_cast<std::size_t>(columns);
  std::vector<float> kept(hypothesis.begin.size() * heads * width, 0.0F);
  for (std::size_t row = 0; row < hypothesis.begin.size() * heads; ++row) {
    const float* from = hypothesis.weights.data() + row * static_cast<std::size_t>(hypothesis.width);
    int32_t begin = hypothesis.begin[row / heads];
    for (int32_t c = std::max(begin, 0); c < std::min(begin + hypothesis.width, columns); ++c)
      kept[row * width + static_cast<std::size_t>(c)] = from[c - begin];
  }
  hypothesis.weights = std::move(kept);
  hypothesis.width = columns;
  std::fill(hypothesis.begin.begin(), hypothesis.begin.end(), 0);
}

int32_t length_limit(const SearchOptions& options, int64_t source_length, int64_t prefix_length) {
  double limit =
      options.max_ratio * static_cast<double>(source_length) + static_cast<double>(options.max_extra);
  limit = std::min(limit, static_cast<double>(options.max_length));
  return static_cast<int32_t>(std::max(limit, static_cast<double>(prefix_length) + 1));
}

}  // namespace heed
