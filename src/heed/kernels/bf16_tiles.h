// Products of bf16 in tiles (tiles.h), summed in fp32. B is stored in panels of 16 columns. Two rows of a
// column (a pair) are adjacent; the rest of the last tile is zero.
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
  constexpr int64_t kRows = 32;  // rows of a tile
  return (rows + kRows - 1) / kRows * kRows / 2;
}

// Packs B, whose rows or columns must be contiguous.
void pack_pairs(const Bf16View& b, uint32_t* to);

// Computes c [a.rows, b.columns] = A B, or += with `add`; rows of c are `stride` floats apart.
void multiply_in_tiles(const Bf16View& a, const Bf16Pairs& b, float* c, int64_t stride, bool add);

}  // namespace heed::kernels
