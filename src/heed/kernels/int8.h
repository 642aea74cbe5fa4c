// Products with weights of eight bits. A column of B has a scale, its largest weight / 127; a row of A has
// one of its own, found when it comes, so that
//   c_rj = s_r · t_j · Σ_k a'_rk b'_kj,   a' = round(a / s), b' = round(b / t),
// with the sum in whole numbers, exact. Processors that multiply bytes (AVX-512 VNNI) get a' of eight bits;
// others multiply words, and get as many bits as the sum has room for, which is twelve or more.
//
// B lies in panels (panels.h), of which each column has four rows side by side, in the order 0 2 1 3: both
// ways to multiply take it as it is.
#pragma once

#include <cstdint>

#include "heed/kernels/product.h"

namespace heed::kernels {

struct Int8Panels {
  const int8_t* data = nullptr;   // int8_bytes(rows, columns), aligned to lines of the cache
  const float* scales = nullptr;  // [padded_columns(columns)], here and below
  const int32_t* sums = nullptr;  // of each column's b'
  int64_t rows = 0, columns = 0;
};

inline constexpr int64_t kInt8Group = 4;
inline constexpr int64_t kMostInt8Rows = 1 << 16;  // of more, sums would have no room
int64_t int8_bytes(int64_t rows, int64_t columns);

void pack_int8(const MatrixView& b, int8_t* to, float* scales, int32_t* sums);

// a [rows, b.rows] without gaps.
void multiply(const float* a, int64_t rows, const Int8Panels& b, const Into& into);

}  // namespace heed::kernels
