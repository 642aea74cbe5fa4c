// Products with weights of eight bits. A column j of B has a scale t_j, its largest weight / 127; a row r of
// A has a scale s_r and a zero z_r, found when it comes, so that
//   c_rj = s_r t_j (Σ_k a'_rk b'_kj − z_r Σ_k b'_kj),   a' = round(a / s) + z ≥ 0,   b' = round(b / t),
// with the sums in whole numbers, exact. a' has eight bits on processors that multiply bytes into 32 bits
// (AVX-512 VNNI), seven on those that do it in two steps.
//
// B lies in panels (panels.h), of which each column has a group of four rows side by side.
#pragma once

#include <cstdint>

#include "heed/kernels/product.h"

namespace heed::kernels {

struct Int8Panels {
  const int8_t* data = nullptr;   // int8_bytes(rows, columns), aligned to lines of the cache
  const float* scales = nullptr;  // [padded_columns(columns)], here and below
  const int32_t* sums = nullptr;  // of each column's b'; both aligned as well
  int64_t rows = 0, columns = 0;
  int64_t panel_rows = rows;  // of a matrix of which these are some rows, from a whole number of groups on
};

inline constexpr int64_t kInt8Group = 4;
inline constexpr int64_t kMostInt8Rows = 1 << 16;  // of more, sums would have no room
int64_t int8_bytes(int64_t rows, int64_t columns);

void pack_int8(const MatrixView& b, int8_t* to, float* scales, int32_t* sums);
// The sums of some rows of a matrix; b.sums is not looked at.
void sum_int8(const Int8Panels& b, int32_t* sums);

// The steps between the least and the largest number of a row of A, with zero among them.
int32_t int8_levels();

// a [rows, b.rows] without gaps.
void multiply(const float* a, int64_t rows, const Int8Panels& b, const Into& into);

}  // namespace heed::kernels
