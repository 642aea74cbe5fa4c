// Vectors of numbers that are rounded to eight bits: x ≈ scale · n with a whole n from −127 to 127 for each
// number, and one scale for the whole vector.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heed::kernels {

// A vector takes this many bytes: its whole numbers, and at the next multiple of four its scale, a float.
constexpr int64_t int8_vector_bytes(int64_t width) {
  return (width + 3) / 4 * 4 + 4;
}

// Rounds `width` numbers to the nearest, ties to even. A vector with a number that is not finite gets the
// scale NaN, so that every sum with it is NaN.
void round_to_int8(const float* from, int64_t width, std::byte* to);

}  // namespace heed::kernels
