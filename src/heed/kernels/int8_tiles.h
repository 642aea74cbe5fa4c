// Products of bytes in tiles (tiles.h), eight times as many at once as with vectors. Panels of weights
// (int8.h) are used unchanged as one side of a tile, sixteen groups of four rows at a time. The sums are the
// same whole numbers as with vectors.
#pragma once

#include <cstdint>

#include "heed/kernels/tiles.h"

namespace heed::kernels {

inline constexpr int64_t kAmxGroups = 16;

// Up to kAmxBlock rows of A, `stride` bytes apart. More rows are read, up to whole tiles; their sums are
// meaningless.
struct ByteRows {
  const uint8_t* a;
  int64_t stride, count;
};

// Computes sums [kAmxBlock, kAmxBlock] of these rows and two adjacent panels, each of `groups` groups, a
// multiple of kAmxGroups.
void multiply(const Tiles& tiles, const ByteRows& rows, const int8_t* left, const int8_t* right,
              int64_t groups, int32_t* sums);

}  // namespace heed::kernels
