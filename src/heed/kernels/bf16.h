// Products of numbers rounded to bf16 (eight bits of precision), summed in fp32: half the memory traffic and,
// on processors that multiply bf16 in tiles (AMX), several times the speed. Elsewhere the numbers are rounded
// the same and multiplied as floats, which is slower than fp32 and good for comparing.
#pragma once

#include <cstdint>

#include "heed/kernels/bf16_tiles.h"

namespace heed::kernels {

// Whether this processor multiplies bf16 in tiles (and HEED_SIMD lets it).
bool has_bf16();

// To the nearest, ties to even.
void round_to_bf16(const float* from, int64_t count, uint16_t* to);

// B of A B, laid out for the processor once.
class PackedBf16 {
 public:
  void pack(const Bf16View& b);

 private:
  friend void multiply(const Bf16View& a, const PackedBf16& b, float* c, int64_t stride, bool add);
  AlignedFloats pairs_;  // where there are tiles
  int64_t capacity_ = 0, rows_ = 0, columns_ = 0;
  PackedMatrix widened_;  // where there are none
};

// c [a.rows, b.columns], `stride` floats a row: = a b, or += with `add`.
void multiply(const Bf16View& a, const PackedBf16& b, float* c, int64_t stride, bool add);
void multiply(const Bf16View& a, const Bf16View& b, float* c, int64_t stride, bool add);

}  // namespace heed::kernels
