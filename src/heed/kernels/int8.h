// Products with weights of eight bits. Column j of B has a scale t_j, its largest weight / 127. Row r of A
// gets a scale s_r and a zero z_r when it is multiplied, so that
//   c_rj = s_r t_j (Σ_k a'_rk b'_kj − z_r Σ_k b'_kj),   a' = round(a / s) + z ≥ 0,   b' = round(b / t),
// with exact sums in whole numbers. a' has eight bits on processors that multiply bytes into 32 bits (AVX-512
// VNNI), and seven on those that need two steps for this.
//
// B is stored in panels (panels.h). In a panel, groups of four rows of a column are adjacent.
#pragma once

#include <cstdint>

#include "heed/kernels/product.h"

namespace heed::kernels {

struct Int8Panels {
  const int8_t* data = nullptr;   // int8_bytes(rows, columns) bytes, aligned to cache lines
  const float* scales = nullptr;  // [padded_columns(columns)], here and below
  const int32_t* sums = nullptr;  // sum of each column's b'; scales and sums are aligned as well
  int64_t rows = 0, columns = 0;
  // rows of the whole matrix, if these are only some of its rows, which then begin at a whole group
  int64_t panel_rows = rows;
};

inline constexpr int64_t kInt8Group = 4;
inline constexpr int64_t kMostInt8Rows = 1 << 16;  // the sums of more rows could overflow
int64_t int8_bytes(int64_t rows, int64_t columns);

void pack_int8(const MatrixView& b, int8_t* to, float* scales, int32_t* sums);
// Computes the column sums of some rows of a matrix. Ignores b.sums.
void sum_int8(const Int8Panels& b, int32_t* sums);

// The number of steps between the smallest and the largest value of a row of A; zero is always in this range.
int32_t int8_levels();

// Multiplies a [rows, b.rows], which must be contiguous.
void multiply(const float* a, int64_t rows, const Int8Panels& b, const ProductOutput& into);

}  // namespace heed::kernels
