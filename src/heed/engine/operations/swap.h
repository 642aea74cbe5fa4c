// Copies vectors in another order.
#pragma once

#include <algorithm>
#include <cstdint>

namespace heed::engine {

// [a,b] vectors of `size` as [b,a].
inline void swap_vectors(const float* from, int64_t a, int64_t b, int64_t size, float* to) {
  for (int64_t i = 0; i < a; ++i) {
    for (int64_t j = 0; j < b; ++j) std::copy_n(from + (i * b + j) * size, size, to + (j * a + i) * size);
  }
}

}  // namespace heed::engine
