// Examples of a source and a target, which may be linked: what most tests of data need.
#pragma once

#include <utility>
#include <vector>

#include "heed/data/batch.h"
#include "heed/data/schema.h"

namespace heed {

enum : std::size_t { kSource, kTarget, kAlignment };

inline Schema pair_schema(int64_t size = 100, bool copies = false) {
  return {
      {{.name = "source", .size = size, .vocabulary = "source", .copies = copies},
       {.name = "target", .input = false, .size = size, .vocabulary = "target"},
       {.name = "alignment", .kind = ColumnKind::links, .input = false, .from = "source", .to = "target"}}};
}

inline Example pair(std::vector<int32_t> source, std::vector<int32_t> target,
                    std::vector<ElementLink> links = {}) {
  Example example{std::vector<Column>(3)};
  example[kSource].ids = std::move(source);
  example[kTarget].ids = std::move(target);
  example[kAlignment].links = std::move(links);
  return example;
}

// Lengths of a source and a target without links; an example costs as much as the longer of them.
inline OwnedSizes pair_sizes(const std::vector<std::pair<int32_t, int32_t>>& lengths) {
  OwnedSizes sizes(pair_schema());
  for (auto [source, target] : lengths)
    sizes.add(std::vector<int32_t>{source, target, 0}, std::max(source, target));
  return sizes;
}

}  // namespace heed
