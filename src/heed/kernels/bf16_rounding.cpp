#include <cstring>

#include "heed/kernels/bf16.h"
#include "heed/kernels/simd.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "heed/kernels/bf16_rounding.cpp"
#include <hwy/foreach_target.h>

#include "heed/kernels/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace heed::kernels::HWY_NAMESPACE {

// The upper half, plus one if the lower half is above one half, or is one half and the upper half is odd. NaN
// must not become infinity.
HWY_INLINE uint16_t round_one(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  uint32_t rounded = (bits + 0x7FFFU + ((bits >> 16) & 1U)) >> 16;
  bool is_nan = (bits & 0x7FFFFFFFU) > 0x7F800000U;
  return static_cast<uint16_t>(is_nan ? (bits >> 16) | 0x40U : rounded);
}

void round_all(const float* HWY_RESTRICT from, int64_t count, uint16_t* HWY_RESTRICT to) {
  Floats d;
  hn::RebindToUnsigned<Floats> whole;
  hn::RebindToSigned<Floats> numbers;
  hn::Rebind<uint16_t, Floats> half;
  int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    auto value = hn::LoadU(d, from + i);
    auto bits = hn::BitCast(whole, value), upper = hn::ShiftRight<16>(bits);
    auto odd = hn::And(upper, hn::Set(whole, 1));
    auto rounded = hn::ShiftRight<16>(hn::Add(hn::Add(bits, hn::Set(whole, 0x7FFF)), odd));
    auto kept = hn::Or(upper, hn::Set(whole, 0x40));
    auto is_nan = hn::RebindMask(whole, hn::Ne(value, value));
    hn::StoreU(hn::DemoteTo(half, hn::BitCast(numbers, hn::IfThenElse(is_nan, kept, rounded))), half, to + i);
  }
  for (; i < count; ++i) to[i] = round_one(from[i]);
}

}  // namespace heed::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace heed::kernels {

HWY_EXPORT(round_all);

void round_to_bf16(const float* from, int64_t count, uint16_t* to) {
  settle_simd();
  HWY_DYNAMIC_DISPATCH(round_all)(from, count, to);
}

}  // namespace heed::kernels
#endif
