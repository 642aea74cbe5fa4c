// Vectors rounded to eight bits: x ≈ scale · n, with a whole n from −127 to 127 for each number and one scale
// for the whole vector.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heed::kernels {

// The number of bytes of a vector: its whole numbers and, at the next multiple of four, its scale, a float.
constexpr int64_t int8_vector_bytes(int64_t width) {
  return (width + 3) / 4 * 4 + 4;
}

// Rounds `width` numbers to the nearest, ties to even. If a number is not finite, the scale is NaN, so that
// every sum with the vector is NaN.
void round_to_int8(const float* from, int64_t width, std::byte* to);

}  // namespace heed::kernels
