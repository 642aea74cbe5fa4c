#include "heed/run/batching.h"

#include <algorithm>
#include <numeric>

#include "heed/data/batch.h"

namespace heed {

int64_t input_length(const Example& example, const Schema& schema) {
  int64_t length = 0;
  for (std::size_t input : schema.inputs())
    length = std::max(length, length_of(example[input], schema[input]));
  return length;
}

std::vector<std::vector<std::size_t>> batches_of(std::span<const int64_t> lengths,
                                                 std::span<const int64_t> groups, const BatchLimits& limits) {
  std::vector<std::size_t> order(lengths.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return lengths[a] < lengths[b]; });
  std::vector<std::vector<std::size_t>> batches;
  for (std::size_t index : order) {
    bool fits = !batches.empty();
    if (fits) {
      const std::vector<std::size_t>& last = batches.back();
      auto rows = static_cast<int64_t>(last.size()) + 1;
      fits = rows <= limits.rows && groups[index] == groups[last.front()] &&
             rows * lengths[index] <= limits.elements;
    }
    if (!fits) batches.emplace_back();
    batches.back().push_back(index);
  }
  std::reverse(batches.begin(), batches.end());
  return batches;
}

}  // namespace heed
