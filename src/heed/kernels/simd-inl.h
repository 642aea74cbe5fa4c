// Included by every kernel's source once for each target: vectors of the target's width, and loops over rows.
#if defined(HEED_KERNELS_SIMD_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef HEED_KERNELS_SIMD_INL_H_
#undef HEED_KERNELS_SIMD_INL_H_
#else
#define HEED_KERNELS_SIMD_INL_H_
#endif

#include <hwy/highway.h>

#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace heed::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::ScalableTag<float>;
using OneFloat = hn::CappedTag<float, 1>;
constexpr int64_t kLanes = static_cast<int64_t>(hn::MaxLanes(Floats()));

// Calls body(tag, i) for whole vectors of elements i … i + lanes − 1, then for single elements.
template <class Body>
HWY_INLINE void each(int64_t count, const Body& body) {
  int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) body(Floats(), i);
  for (; i < count; ++i) body(OneFloat(), i);
}

template <class Tag>
using VecOf = hn::Vec<Tag>;

// The minimum and the maximum of x and a limit; x if it is NaN.
template <class V>
HWY_INLINE V at_most(V limit, V x) {
#if HWY_ARCH_X86 && HWY_TARGET != HWY_STATIC_TARGET
  return hn::Min(limit, x);  // whose second operand it is there
#else
  return hn::IfThenElse(hn::Gt(x, limit), limit, x);
#endif
}
template <class V>
HWY_INLINE V at_least(V limit, V x) {
#if HWY_ARCH_X86 && HWY_TARGET != HWY_STATIC_TARGET
  return hn::Max(limit, x);
#else
  return hn::IfThenElse(hn::Lt(x, limit), limit, x);
#endif
}

// Σ c_i xⁱ, with the coefficients from the highest to the lowest.
template <class Tag, class V, class... Coefficients>
HWY_INLINE V polynomial(Tag d, V x, float highest, Coefficients... coefficients) {
  V sum = hn::Set(d, highest);
  ((sum = hn::MulAdd(sum, x, hn::Set(d, coefficients))), ...);
  return sum;
}

// eˣ = 2ⁿ eʳ with |r| ≤ ln 2 / 2 and a polynomial fitted to eʳ: accurate to 1e-7. Results
// below the normal floats are 0, results above e^88.3 are e^88.3, and NaN stays NaN.
template <class Tag, class V>
HWY_INLINE V exp(Tag d, V x) {
  V least = hn::Set(d, -87.3F), rounds = hn::Set(d, 12582912.0F);  // 1.5 · 2²³: a sum with it is whole
  V in = at_most(hn::Set(d, 88.3F), at_least(least, x));
  V whole = hn::MulAdd(in, hn::Set(d, 1.44269504F), rounds), n = hn::Sub(whole, rounds);
  V r = hn::NegMulAdd(n, hn::Set(d, -2.12194440e-4F), hn::NegMulAdd(n, hn::Set(d, 0.693359375F), in));
  V power =
      polynomial(d, r, 0.00138146128F, 0.00836871006F, 0.041668389F, 0.166665211F, 0.49999994F, 1.0F, 1.0F);
  hn::RebindToSigned<Tag> bits;  // of 2ⁿ: n + 127 is its exponent
  V scale = hn::BitCast(d, hn::ShiftLeft<23>(hn::Add(hn::BitCast(bits, whole), hn::Set(bits, 127))));
  return hn::IfThenElse(hn::Lt(x, least), hn::Zero(d), hn::Mul(power, scale));
}

template <class Tag, class V>
HWY_INLINE V sigmoid(Tag d, V x) {
  V one = hn::Set(d, 1.0F);
  return hn::Div(one, hn::Add(one, exp(d, hn::Neg(x))));
}

// x P(x²) / Q(x²), fitted to tanh x on [−9, 9]. The absolute and the relative error are below 3.2e-7
// everywhere. NaN stays NaN.
template <class Tag, class V>
HWY_INLINE V tanh(Tag d, V x) {
  V one = hn::Set(d, 1.0F), square = hn::Min(hn::Mul(x, x), hn::Set(d, 81.0F));
  V p = polynomial(d, square, 1.3355137e-8F, 2.0609466e-5F, 0.0034956136F, 0.13381048F, 1.0F);
  V q = polynomial(d, square, 7.7767646e-7F, 3.2856749e-4F, 0.025877081F, 0.46714363F, 1.0F);
  return at_most(one, at_least(hn::Neg(one), hn::Div(hn::Mul(x, p), q)));
}

}  // namespace heed::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
