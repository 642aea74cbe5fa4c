// Products of bytes in tiles (tiles.h): eight times as many at once as a processor's vectors multiply. A
// panel of weights (int8.h) is a tile's other side as it lies, sixteen groups of four rows at a time, and the
// sums are the same whole numbers.
#pragma once

#include <cstdint>

#include "heed/kernels/tiles.h"

namespace heed::kernels {

inline constexpr int64_t kAmxGroups = 16;

// Up to kAmxBlock rows of A, `stride` bytes apart; more are read, up to whole tiles, and their sums mean
// nothing.
struct ByteRows {
  const uint8_t* a;
  int64_t stride, count;
};

// sums [kAmxBlock, kAmxBlock] of those and of two panels side by side, each of `groups` groups, a multiple of
// kAmxGroups.
void multiply(const Tiles& tiles, const ByteRows& rows, const int8_t* left, const int8_t* right,
              int64_t groups, int32_t* sums);

}  // namespace heed::kernels
