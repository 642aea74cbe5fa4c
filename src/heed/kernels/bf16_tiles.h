// Products of bf16 in tiles (tiles.h), summed in fp32. B lies in panels of 16 columns, of which each has two
// rows side by side (a pair), filled up with zeros to whole tiles.
#pragma once

#include <cstdint>

#include "heed/kernels/product.h"

namespace heed::kernels {

using Bf16View = View<uint16_t>;

struct Bf16Pairs {
  const uint32_t* data = nullptr;  // pairs_of(rows) · padded_columns(columns)
  int64_t rows = 0, columns = 0;
};

inline int64_t pairs_of(int64_t rows) {
  constexpr int64_t kRows = 32;  // of a tile
  return (rows + kRows - 1) / kRows * kRows / 2;
}

// Of B the rows or the columns lie side by side.
void pack_pairs(const Bf16View& b, uint32_t* to);

// c [a.rows, b.columns], `stride` floats a row, = A B, or += A B.
void multiply_in_tiles(const Bf16View& a, const Bf16Pairs& b, float* c, int64_t stride, bool add);

}  // namespace heed::kernels
