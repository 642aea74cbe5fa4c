// Products of numbers rounded to bf16 (eight bits of precision), summed in fp32: half the memory traffic and,
// on processors that multiply bf16, twice the speed. oneDNN makes them there; elsewhere the numbers are
// rounded the same and multiplied as floats, which is slower than fp32 and good for comparing.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "heed/kernels/product.h"

namespace heed::kernels {

// Whether this processor multiplies bf16 by itself (and HEED_SIMD lets it).
bool has_bf16();

// To the nearest, ties to even.
void round_to_bf16(const float* from, int64_t count, uint16_t* to);

using Bf16View = View<uint16_t>;

// B of A B, laid out for the processor once.
class PackedBf16 {
 public:
  PackedBf16();
  ~PackedBf16();
  PackedBf16(const PackedBf16&) = delete;
  PackedBf16& operator=(const PackedBf16&) = delete;

  void pack(const Bf16View& b);  // which must live as long as the products with it

 private:
  friend void multiply(const Bf16View& a, PackedBf16& b, float* c, int64_t stride, bool add);
  struct Library;
  std::unique_ptr<Library> library_;
  PackedMatrix widened_;  // where the processor cannot
};

// c [a.rows, b.columns], `stride` floats a row: = a b, or += with `add`.
void multiply(const Bf16View& a, PackedBf16& b, float* c, int64_t stride, bool add);
void multiply(const Bf16View& a, const Bf16View& b, float* c, int64_t stride, bool add);

}  // namespace heed::kernels
