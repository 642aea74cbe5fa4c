// Memory for vectors of any processor: a load never crosses two lines of the cache.
#pragma once

#include <cstdint>
#include <memory>
#include <new>

namespace heed::kernels {

inline constexpr std::align_val_t kAlignment{64};

struct AlignedDelete {
  void operator()(float* floats) const { ::operator delete[](floats, kAlignment); }
};
using AlignedFloats = std::unique_ptr<float[], AlignedDelete>;

// Of no particular value.
inline AlignedFloats make_aligned_floats(int64_t count) {
  return AlignedFloats(new (kAlignment) float[static_cast<std::size_t>(count)]);
}

}  // namespace heed::kernels
