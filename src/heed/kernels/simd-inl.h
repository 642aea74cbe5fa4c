// What every kernel's source includes once a target: vectors as wide as the target's, and loops over rows.
#if defined(HEED_KERNELS_SIMD_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef HEED_KERNELS_SIMD_INL_H_
#undef HEED_KERNELS_SIMD_INL_H_
#else
#define HEED_KERNELS_SIMD_INL_H_
#endif

#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>

#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace heed::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::ScalableTag<float>;
using OneFloat = hn::CappedTag<float, 1>;
constexpr int64_t kLanes = static_cast<int64_t>(hn::MaxLanes(Floats()));

// body(tag, i) for whole vectors of elements i … i + lanes − 1, then for single elements.
template <class Body>
HWY_INLINE void each(int64_t count, const Body& body) {
  int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) body(Floats(), i);
  for (; i < count; ++i) body(OneFloat(), i);
}

template <class Tag>
using VecOf = hn::Vec<Tag>;

template <class Tag, class V>
HWY_INLINE V sigmoid(Tag d, V x) {
  V one = hn::Set(d, 1.0F);
  return hn::Div(one, hn::Add(one, hn::Exp(d, hn::Neg(x))));
}

}  // namespace heed::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
