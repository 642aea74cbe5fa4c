// Memory aligned for the vectors of any processor: no load crosses a cache line.
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

// Allocates uninitialised floats.
inline AlignedFloats make_aligned_floats(int64_t count) {
  return AlignedFloats(new (kAlignment) float[static_cast<std::size_t>(count)]);
}

}  // namespace heed::kernels
