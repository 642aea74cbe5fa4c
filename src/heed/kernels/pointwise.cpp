#include "heed/kernels/pointwise.h"

#include <cmath>

#include "heed/kernels/simd.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "heed/kernels/pointwise.cpp"
#include <hwy/foreach_target.h>

#include "heed/kernels/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace heed::kernels::HWY_NAMESPACE {

void tanh_all(const float* x, int64_t count, float* y) {
  each(count, [&](auto d, int64_t i) { hn::StoreU(tanh(d, hn::LoadU(d, x + i)), d, y + i); });
}

void sigmoid_all(const float* x, int64_t count, float* y) {
  each(count, [&](auto d, int64_t i) { hn::StoreU(sigmoid(d, hn::LoadU(d, x + i)), d, y + i); });
}

void relu_all(const float* x, int64_t count, float* y) {
  each(count, [&](auto d, int64_t i) { hn::StoreU(hn::Max(hn::Zero(d), hn::LoadU(d, x + i)), d, y + i); });
}

void add_all(const float* x, int64_t count, float* y) {
  each(count,
       [&](auto d, int64_t i) { hn::StoreU(hn::Add(hn::LoadU(d, x + i), hn::LoadU(d, y + i)), d, y + i); });
}

int64_t find_at_least(const float* x, int64_t i, int64_t count, float least) {
  Floats d;
  auto bound = hn::Set(d, least);
  for (; i + kLanes <= count; i += kLanes) {
    auto found = hn::FindFirstTrue(d, hn::Ge(hn::LoadU(d, x + i), bound));
    if (found >= 0) return i + found;
  }
  while (i < count && !(x[i] >= least)) ++i;
  return i;
}

template <class Body>
HWY_INLINE float reduce(int64_t count, float start, const Body& body, bool most) {
  Floats d;
  auto all = hn::Set(d, start);
  int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) all = most ? hn::Max(all, body(d, i)) : hn::Add(all, body(d, i));
  float one = most ? hn::GetLane(hn::MaxOfLanes(d, all)) : hn::GetLane(hn::SumOfLanes(d, all));
  OneFloat single;
  for (; i < count; ++i) {
    float x = hn::GetLane(body(single, i));
    one = most ? (x > one ? x : one) : one + x;
  }
  return one;
}

HWY_INLINE float highest(const float* x, int64_t count) {
  return reduce(
      count, x[0], [&](auto d, int64_t i) { return hn::LoadU(d, x + i); }, true);
}

void softmax_row(const float* x, int64_t count, float* y) {
  float top = highest(x, count);
  float sum = reduce(
      count, 0,
      [&](auto d, int64_t i) {
        auto e = exp(d, hn::Sub(hn::LoadU(d, x + i), hn::Set(d, top)));
        hn::StoreU(e, d, y + i);
        return e;
      },
      false);
  float factor = 1 / sum;
  each(count,
       [&](auto d, int64_t i) { hn::StoreU(hn::Mul(hn::LoadU(d, y + i), hn::Set(d, factor)), d, y + i); });
}

void log_softmax_rows(const float* x, int64_t rows, int64_t columns, float* y) {
  for (int64_t r = 0; r < rows; ++r, x += columns, y += columns) {
    float top = highest(x, columns);
    float sum = reduce(
        columns, 0, [&](auto d, int64_t i) { return exp(d, hn::Sub(hn::LoadU(d, x + i), hn::Set(d, top))); },
        false);
    float shift = top + std::log(sum);
    each(columns,
         [&](auto d, int64_t i) { hn::StoreU(hn::Sub(hn::LoadU(d, x + i), hn::Set(d, shift)), d, y + i); });
  }
}

void layer_norm_rows(const float* x, int64_t rows, int64_t columns, const float* gain, const float* bias,
                     float* y) {
  for (int64_t r = 0; r < rows; ++r, x += columns, y += columns) {
    auto n = static_cast<float>(columns);
    float mean = reduce(
                     columns, 0, [&](auto d, int64_t i) { return hn::LoadU(d, x + i); }, false) /
                 n;
    float variance = reduce(
                         columns, 0,
                         [&](auto d, int64_t i) {
                           auto from = hn::Sub(hn::LoadU(d, x + i), hn::Set(d, mean));
                           return hn::Mul(from, from);
                         },
                         false) /
                     n;
    float factor = 1 / std::sqrt(variance + 1e-6F);
    each(columns, [&](auto d, int64_t i) {
      auto from = hn::Mul(hn::Sub(hn::LoadU(d, x + i), hn::Set(d, mean)), hn::Set(d, factor));
      hn::StoreU(hn::MulAdd(from, hn::LoadU(d, gain + i), hn::LoadU(d, bias + i)), d, y + i);
    });
  }
}

}  // namespace heed::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace heed::kernels {

HWY_EXPORT(tanh_all);
HWY_EXPORT(sigmoid_all);
HWY_EXPORT(relu_all);
HWY_EXPORT(add_all);
HWY_EXPORT(find_at_least);
HWY_EXPORT(softmax_row);
HWY_EXPORT(log_softmax_rows);
HWY_EXPORT(layer_norm_rows);

void tanh(const float* x, int64_t count, float* y) {
  settle_simd();
  HWY_DYNAMIC_DISPATCH(tanh_all)(x, count, y);
}

void sigmoid(const float* x, int64_t count, float* y) {
  settle_simd();
  HWY_DYNAMIC_DISPATCH(sigmoid_all)(x, count, y);
}

void relu(const float* x, int64_t count, float* y) {
  settle_simd();
  HWY_DYNAMIC_DISPATCH(relu_all)(x, count, y);
}

void add(const float* x, int64_t count, float* y) {
  settle_simd();
  HWY_DYNAMIC_DISPATCH(add_all)(x, count, y);
}

// Probabilities may be zero, whose logarithm is −∞, so the vectorised approximation is not used.
void log(const float* x, int64_t count, float* y) {
  for (int64_t i = 0; i < count; ++i) y[i] = std::log(x[i]);
}

int64_t next_at_least(const float* x, int64_t from, int64_t count, float least) {
  settle_simd();
  return HWY_DYNAMIC_DISPATCH(find_at_least)(x, from, count, least);
}

void softmax(const float* x, int64_t count, float* y) {
  settle_simd();
  HWY_DYNAMIC_DISPATCH(softmax_row)(x, count, y);
}

void log_softmax(const float* x, int64_t rows, int64_t columns, float* y) {
  settle_simd();
  HWY_DYNAMIC_DISPATCH(log_softmax_rows)(x, rows, columns, y);
}

void layer_norm(const float* x, int64_t rows, int64_t columns, const float* gain, const float* bias,
                float* y) {
  settle_simd();
  HWY_DYNAMIC_DISPATCH(layer_norm_rows)(x, rows, columns, gain, bias, y);
}

}  // namespace heed::kernels
#endif
