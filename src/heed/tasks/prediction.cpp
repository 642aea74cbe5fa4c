#include "heed/tasks/prediction.h"

namespace heed {

std::span<const AttentionMap> alignment_maps(std::span<const AttentionMap> maps) {
  auto aligns = [](const AttentionMap& map) { return !map.is_of_input() && !map.is_of_output(); };
  auto is_of_same_layer = [](const AttentionMap& a, const AttentionMap& b) {
    return a.part == b.part && a.layer == b.layer;
  };
  std::size_t end = maps.size();
  while (end > 0 && !aligns(maps[end - 1])) --end;
  std::size_t first = end;
  while (first > 0 && aligns(maps[first - 1]) && is_of_same_layer(maps[first - 1], maps[end - 1])) --first;
  return maps.subspan(first, end - first);
}

}  // namespace heed
