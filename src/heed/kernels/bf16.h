// Products of numbers rounded to bf16 (eight bits of precision), summed in fp32. They need half the memory
// traffic and are several times faster on processors that multiply bf16 in tiles (AMX). On other processors,
// numbers are rounded in the same way and multiplied as floats, which is slower than fp32 and only useful for
// comparison.
#pragma once

#include <cstdint>

#include "heed/kernels/bf16_tiles.h"

namespace heed::kernels {

// Whether this processor multiplies bf16 in tiles and HEED_SIMD allows it.
bool has_bf16();

// Rounds to the nearest bf16, ties to even.
void round_to_bf16(const float* from, int64_t count, uint16_t* to);

// The matrix B of a product A B, laid out for the processor once.
class PackedBf16 {
 public:
  void pack(const Bf16View& b);

 private:
  friend void multiply(const Bf16View& a, const PackedBf16& b, float* c, int64_t stride, bool add);
  AlignedFloats pairs_;  // used if there are tiles
  int64_t capacity_ = 0, rows_ = 0, columns_ = 0;
  PackedMatrix widened_;  // used if there are none
};

// Computes c [a.rows, b.columns] = a b, or += with `add`; rows of c are `stride` floats apart.
void multiply(const Bf16View& a, const PackedBf16& b, float* c, int64_t stride, bool add);
void multiply(const Bf16View& a, const Bf16View& b, float* c, int64_t stride, bool add);

}  // namespace heed::kernels
