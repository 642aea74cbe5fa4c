#include "heed/search/hypothesis.h"

#include <algorithm>

namespace heed {

std::optional<std::size_t> alignment_block(std::span<const AttentionBlock> blocks) {
  for (std::size_t i = blocks.size(); i-- > 0;) {
    if (blocks[i].part == "decoder" && blocks[i].columns != blocks[i].rows) return i;
  }
  return std::nullopt;
}

void keep_columns(AttentionRows& attention, int32_t columns) {
  if (attention.width <= columns) return;
  auto heads = static_cast<std::size_t>(attention.heads), width = static_cast<std::size_t>(columns);
  std::vector<float> kept(attention.begin.size() * heads * width, 0.0F);
  for (std::size_t row = 0; row < attention.begin.size() * heads; ++row) {
    const float* from = attention.weights.data() + row * static_cast<std::size_t>(attention.width);
    int32_t begin = attention.begin[row / heads];
    for (int32_t c = std::max(begin, 0); c < std::min(begin + attention.width, columns); ++c)
      kept[row * width + static_cast<std::size_t>(c)] = from[c - begin];
  }
  attention.weights = std::move(kept);
  attention.width = columns;
  std::fill(attention.begin.begin(), attention.begin.end(), 0);
}

void keep_rows(AttentionRows& attention, std::size_t rows) {
  if (attention.begin.size() <= rows) return;
  attention.begin.resize(rows);
  attention.weights.resize(rows * static_cast<std::size_t>(attention.heads) *
                           static_cast<std::size_t>(attention.width));
}

int32_t length_limit(const SearchOptions& options, int64_t source_length, int64_t prefix_length) {
  double limit =
      options.max_ratio * static_cast<double>(source_length) + static_cast<double>(options.max_extra);
  limit = std::min(limit, static_cast<double>(options.max_length));
  return static_cast<int32_t>(std::max(limit, static_cast<double>(prefix_length) + 1));
}

}  // namespace heed
