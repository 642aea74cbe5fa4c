#include "heed/kernels/update.h"

#include <algorithm>

#include "heed/kernels/simd.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "heed/kernels/update.cpp"
#include <hwy/foreach_target.h>

#include "heed/kernels/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace heed::kernels::HWY_NAMESPACE {

// Squares are summed in float over pieces that are short enough to lose no relevant precision, then in
// double.
double add_and_square_piece(float* sum, float* addend, int64_t count) {
  Floats d;
  OneFloat single;
  auto squares = hn::Zero(d);
  auto rest = hn::Zero(single);
  auto part = [&](auto tag, int64_t i, auto before) HWY_ATTR {
    auto x = hn::LoadU(tag, sum + i);
    if (addend) {
      x = hn::Add(x, hn::LoadU(tag, addend + i));
      hn::StoreU(x, tag, sum + i);
      hn::StoreU(hn::Zero(tag), tag, addend + i);
    }
    return hn::MulAdd(x, x, before);
  };
  int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) squares = part(d, i, squares);
  for (; i < count; ++i) rest = part(single, i, rest);
  return static_cast<double>(hn::GetLane(hn::SumOfLanes(d, squares))) + hn::GetLane(rest);
}

double add_and_square_all(float* sum, float* addend, int64_t count) {
  constexpr int64_t kPiece = 1024;
  double squares = 0;
  for (int64_t i = 0; i < count; i += kPiece)
    squares += add_and_square_piece(sum + i, addend ? addend + i : nullptr, std::min(kPiece, count - i));
  return squares;
}

void adam_all(const AdamStep& s, float* weights, float* gradient, float* first, float* second,
              int64_t count) {
  each(count, [&](auto d, int64_t i) HWY_ATTR {
    auto set = [&](float value) HWY_ATTR { return hn::Set(d, value); };
    auto g = hn::Mul(hn::LoadU(d, gradient + i), set(s.scale));
    auto m = hn::MulAdd(set(s.beta1), hn::LoadU(d, first + i), hn::Mul(set(1 - s.beta1), g));
    auto v = hn::MulAdd(set(s.beta2), hn::LoadU(d, second + i), hn::Mul(set(1 - s.beta2), hn::Mul(g, g)));
    auto size = hn::Add(hn::Sqrt(hn::Mul(v, set(s.correction))), set(s.epsilon));
    auto step = hn::Div(hn::Mul(set(s.rate), m), size);
    hn::StoreU(hn::Zero(d), d, gradient + i);
    hn::StoreU(m, d, first + i);
    hn::StoreU(v, d, second + i);
    hn::StoreU(hn::MulSub(set(s.keep), hn::LoadU(d, weights + i), step), d, weights + i);
  });
}

void follow_all(float* average, const float* values, float decay, int64_t count) {
  each(count, [&](auto d, int64_t i) HWY_ATTR {
    auto follower = hn::Mul(hn::Set(d, decay), hn::LoadU(d, average + i));
    hn::StoreU(hn::MulAdd(hn::Set(d, 1 - decay), hn::LoadU(d, values + i), follower), d, average + i);
  });
}

}  // namespace heed::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace heed::kernels {

HWY_EXPORT(add_and_square_all);
HWY_EXPORT(adam_all);
HWY_EXPORT(follow_all);

double add_and_square(float* sum, float* addend, int64_t count) {
  settle_simd();
  return HWY_DYNAMIC_DISPATCH(add_and_square_all)(sum, addend, count);
}

void adam(const AdamStep& step, float* weights, float* gradient, float* first, float* second, int64_t count) {
  settle_simd();
  HWY_DYNAMIC_DISPATCH(adam_all)(step, weights, gradient, first, second, count);
}

void follow(float* average, const float* values, float decay, int64_t count) {
  settle_simd();
  HWY_DYNAMIC_DISPATCH(follow_all)(average, values, decay, count);
}

}  // namespace heed::kernels
#endif
