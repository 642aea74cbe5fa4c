#include "heed/search/hypothesis.h"

#include <algorithm>

namespace heed {

void keep_columns(Looks& looks, int32_t columns) {
  if (looks.width <= columns) return;
  auto heads = static_cast<std::size_t>(looks.heads), width = static_cast<std::size_t>(columns);
  std::vector<float> kept(looks.begin.size() * heads * width, 0.0F);
  for (std::size_t row = 0; row < looks.begin.size() * heads; ++row) {
    const float* from = looks.weights.data() + row * static_cast<std::size_t>(looks.width);
    int32_t begin = looks.begin[row / heads];
    for (int32_t c = std::max(begin, 0); c < std::min(begin + looks.width, columns); ++c)
      kept[row * width + static_cast<std::size_t>(c)] = from[c - begin];
  }
  looks.weights = std::move(kept);
  looks.width = columns;
  std::fill(looks.begin.begin(), looks.begin.end(), 0);
}

void keep_rows(Looks& looks, std::size_t rows) {
  looks.begin.resize(rows);
  looks.weights.resize(rows * static_cast<std::size_t>(looks.heads) * static_cast<std::size_t>(looks.width));
}

int32_t length_limit(const SearchOptions& options, int64_t source_length, int64_t prefix_length) {
  double limit =
      options.max_ratio * static_cast<double>(source_length) + static_cast<double>(options.max_extra);
  limit = std::min(limit, static_cast<double>(options.max_length));
  return static_cast<int32_t>(std::max(limit, static_cast<double>(prefix_length) + 1));
}

}  // namespace heed
