#include "heed/kernels/int8_vectors.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "heed/kernels/simd.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "heed/kernels/int8_vectors.cpp"
#include <hwy/foreach_target.h>

#include "heed/kernels/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace heed::kernels::HWY_NAMESPACE {

// The largest absolute value of some numbers; NaN if one of them is not finite.
float largest(const float* from, int64_t count) {
  Floats d;
  auto most = hn::Zero(d), zeros = most;  // zeros: the sum of 0 · x, which is 0 only where every x is finite
  int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    auto x = hn::LoadU(d, from + i);
    most = hn::Max(most, hn::Abs(x));
    zeros = hn::MulAdd(x, hn::Zero(d), zeros);
  }
  float top = hn::GetLane(hn::MaxOfLanes(d, most)), zero = hn::GetLane(hn::SumOfLanes(d, zeros));
  for (; i < count; ++i) {
    top = std::max(top, std::abs(from[i]));
    zero += 0 * from[i];
  }
  return zero == 0 ? top : std::numeric_limits<float>::quiet_NaN();
}

void round_vector(const float* HWY_RESTRICT from, int64_t width, std::byte* HWY_RESTRICT to) {
  constexpr float kMost = 127, kLeast = 1e-30F;  // a vector of smaller numbers is zero
  float top = largest(from, width), scale = top > kLeast ? top / kMost : 0 * top;
  float inverse = scale > 0 ? kMost / top : 0;
  std::memcpy(to + int8_vector_bytes(width) - sizeof scale, &scale, sizeof scale);
  auto* whole = reinterpret_cast<int8_t*>(to);
  if (!(scale > 0)) {
    std::fill_n(whole, width, int8_t{0});
    return;
  }
  Floats d;
  hn::Rebind<int8_t, Floats> bytes;
  int64_t i = 0;
  for (; i + kLanes <= width; i += kLanes) {
    auto rounded = hn::NearestInt(hn::Mul(hn::LoadU(d, from + i), hn::Set(d, inverse)));
    hn::StoreU(hn::DemoteTo(bytes, rounded), bytes, whole + i);
  }
  for (; i < width; ++i) whole[i] = static_cast<int8_t>(std::nearbyint(from[i] * inverse));
}

}  // namespace heed::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace heed::kernels {

HWY_EXPORT(round_vector);

void round_to_int8(const float* from, int64_t width, std::byte* to) {
  settle_simd();
  HWY_DYNAMIC_DISPATCH(round_vector)(from, width, to);
}

}  // namespace heed::kernels
#endif
