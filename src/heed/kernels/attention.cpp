#include "heed/kernels/attention.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "heed/kernels/int8_vectors.h"
#include "heed/kernels/simd.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "heed/kernels/attention.cpp"
#include <hwy/foreach_target.h>

#include "heed/kernels/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace heed::kernels::HWY_NAMESPACE {

HWY_INLINE float dot(const float* HWY_RESTRICT a, const float* HWY_RESTRICT b, int64_t count) {
  Floats d;
  auto sum = hn::Zero(d);
  int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) sum = hn::MulAdd(hn::LoadU(d, a + i), hn::LoadU(d, b + i), sum);
  float rest = 0;
  for (; i < count; ++i) rest += a[i] * b[i];
  return hn::GetLane(hn::SumOfLanes(d, sum)) + rest;
}

HWY_INLINE void add_scaled(float* HWY_RESTRICT to, const float* HWY_RESTRICT from, float factor,
                           int64_t count) {
  each(count, [&](auto d, int64_t i) HWY_ATTR {
    hn::StoreU(hn::MulAdd(hn::Set(d, factor), hn::LoadU(d, from + i), hn::LoadU(d, to + i)), d, to + i);
  });
}

HWY_INLINE float additive_score(const float* query, const float* key, const float* feature, const float* v,
                                int64_t width) {
  Floats d;
  OneFloat single;
  auto sum = hn::Zero(d);
  auto rest = hn::Zero(single);
  auto part = [&](auto tag, int64_t i) HWY_ATTR {
    auto x = hn::Add(hn::LoadU(tag, query + i), hn::LoadU(tag, key + i));
    if (feature) x = hn::Add(x, hn::LoadU(tag, feature + i));
    return hn::Mul(hn::LoadU(tag, v + i), tanh(tag, x));
  };
  int64_t i = 0;
  for (; i + kLanes <= width; i += kLanes) sum = hn::Add(sum, part(d, i));
  for (; i < width; ++i) rest = hn::Add(rest, part(single, i));
  return hn::GetLane(hn::SumOfLanes(d, sum)) + hn::GetLane(rest);
}

void additive_forward_groups(const AttentionShape& shape, const AdditiveScore& s, float* scores) {
  int64_t width = shape.width;
  for (int64_t g = 0; g < shape.groups; ++g) {
    for (int64_t q = 0; q < shape.queries; ++q) {
      const float* query = s.query + (g * shape.queries + q) * width;
      for (int64_t k = 0; k < shape.keys; ++k) {
        int64_t at = (g * shape.keys + k) * width;
        *scores++ = additive_score(query, s.key + at, s.feature ? s.feature + at : nullptr, s.v, width);
      }
    }
  }
}

void additive_backward_groups(const AttentionShape& shape, const AdditiveScore& s,
                              const AdditiveGradient& g) {
  int64_t width = shape.width;
  for (int64_t row = 0; row < shape.groups * shape.queries; ++row) {
    const float* query = s.query + row * width;
    for (int64_t k = 0; k < shape.keys; ++k) {
      float gradient = g.scores[row * shape.keys + k];
      if (gradient == 0) continue;
      int64_t at = (row / shape.queries * shape.keys + k) * width;
      each(width, [&](auto d, int64_t i) HWY_ATTR {
        auto x = hn::Add(hn::LoadU(d, query + i), hn::LoadU(d, s.key + at + i));
        if (s.feature) x = hn::Add(x, hn::LoadU(d, s.feature + at + i));
        auto bounded = tanh(d, x), factor = hn::Set(d, gradient);
        auto inner = hn::Mul(hn::Mul(factor, hn::LoadU(d, s.v + i)),
                             hn::NegMulAdd(bounded, bounded, hn::Set(d, 1.0F)));
        auto add = [&](float* to, auto what) HWY_ATTR {
          if (to) hn::StoreU(hn::Add(hn::LoadU(d, to), what), d, to);
        };
        add(g.v ? g.v + i : nullptr, hn::Mul(factor, bounded));
        add(g.query ? g.query + row * width + i : nullptr, inner);
        add(g.key ? g.key + at + i : nullptr, inner);
        add(g.feature ? g.feature + at + i : nullptr, inner);
      });
    }
  }
}

void softmax_forward_rows(const SoftmaxRows& s, const float* scores, float* weights) {
  for (int64_t row = 0; row < s.rows; ++row, scores += s.columns, weights += s.columns) {
    const bool* allowed = s.allowed + row / s.rows_a_mask * s.columns;
    const float* bias = s.bias ? s.bias + row / s.rows_a_bias * s.columns : nullptr;
    float largest = std::numeric_limits<float>::lowest();
    for (int64_t i = 0; i < s.columns; ++i) {
      weights[i] = (scores[i] + (bias ? bias[i] : 0)) * s.scale;
      if (allowed[i]) largest = std::max(largest, weights[i]);
    }
    each(s.columns, [&](auto d, int64_t i) HWY_ATTR {
      hn::StoreU(exp(d, hn::Sub(hn::LoadU(d, weights + i), hn::Set(d, largest))), d, weights + i);
    });
    float sum = 0;
    for (int64_t i = 0; i < s.columns; ++i) {
      if (!allowed[i]) weights[i] = 0;
      sum += weights[i];
    }
    float factor = sum > 0 ? 1 / sum : sum;  // a sum that is no number stays one
    for (int64_t i = 0; i < s.columns; ++i) weights[i] *= factor;
  }
}

void softmax_backward_rows(const SoftmaxRows& s, const float* weights, const float* d, float* d_scores) {
  for (int64_t row = 0; row < s.rows; ++row) {
    int64_t begin = row * s.columns;
    float sum = dot(weights + begin, d + begin, s.columns);
    each(s.columns, [&](auto tag, int64_t i) HWY_ATTR {
      auto share = hn::Mul(hn::LoadU(tag, weights + begin + i), hn::Set(tag, s.scale));
      hn::StoreU(hn::Mul(share, hn::Sub(hn::LoadU(tag, d + begin + i), hn::Set(tag, sum))), tag,
                 d_scores + begin + i);
    });
  }
}

void dot_forward_groups(const AttentionShape& shape, const float* query, const float* key, float scale,
                        float* scores) {
  for (int64_t row = 0; row < shape.groups * shape.queries; ++row, query += shape.width) {
    const float* group = key + row / shape.queries * shape.keys * shape.width;
    for (int64_t k = 0; k < shape.keys; ++k)
      *scores++ = scale * dot(query, group + k * shape.width, shape.width);
  }
}

// The values that are weighted: vectors [keys of all groups] as floats, or as whole numbers with a scale for
// each vector.
struct FloatValues {
  using Number = float;
  const float* data;
  int64_t width;
  HWY_INLINE const float* vector(int64_t i) const { return data + i * width; }
  HWY_INLINE static float scale(const float*) { return 1; }
};

struct Int8Values {
  using Number = int8_t;
  const std::byte* data;
  int64_t width, bytes;
  HWY_INLINE const int8_t* vector(int64_t i) const {
    return reinterpret_cast<const int8_t*>(data + i * bytes);
  }
  HWY_INLINE float scale(const int8_t* vector) const {
    float scale;
    std::memcpy(&scale, vector + bytes - sizeof scale, sizeof scale);
    return scale;
  }
};

HWY_INLINE VecOf<Floats> load(const float* values) {
  return hn::LoadU(Floats(), values);
}

HWY_INLINE VecOf<Floats> load(const int8_t* values) {
  const hn::Rebind<int32_t, Floats> wide;
  const hn::Rebind<int8_t, Floats> bytes;
  return hn::ConvertTo(Floats(), hn::PromoteTo(wide, hn::LoadU(bytes, values)));
}

template <class Values>
HWY_INLINE void weigh_groups(const AttentionShape& shape, const float* weights, const Values& values,
                             float* context) {
  constexpr int64_t kTogether = 8;  // vectors of the sum that stay in registers
  Floats d;
  for (int64_t row = 0; row < shape.groups * shape.queries; ++row, context += shape.width) {
    int64_t first = row / shape.queries * shape.keys;
    const float* own = weights + row * shape.keys;
    int64_t i = 0;
    for (; i + kTogether * kLanes <= shape.width; i += kTogether * kLanes) {
      VecOf<Floats> sums[kTogether];
      for (auto& sum : sums) sum = hn::Zero(d);
      for (int64_t k = 0; k < shape.keys; ++k) {
        if (own[k] == 0) continue;
        const typename Values::Number* HWY_RESTRICT value = values.vector(first + k);
        auto weight = hn::Set(d, own[k] * values.scale(value));
        for (int64_t v = 0; v < kTogether; ++v)
          sums[v] = hn::MulAdd(weight, load(value + i + v * kLanes), sums[v]);
      }
      for (int64_t v = 0; v < kTogether; ++v) hn::StoreU(sums[v], d, context + i + v * kLanes);
    }
    std::fill(context + i, context + shape.width, 0.0F);
    for (int64_t k = 0; k < shape.keys; ++k) {
      if (own[k] == 0) continue;
      const typename Values::Number* value = values.vector(first + k);
      float weight = own[k] * values.scale(value);
      int64_t j = i;
      for (; j + kLanes <= shape.width; j += kLanes)
        hn::StoreU(hn::MulAdd(hn::Set(d, weight), load(value + j), hn::LoadU(d, context + j)), d,
                   context + j);
      for (; j < shape.width; ++j) context[j] += weight * static_cast<float>(value[j]);
    }
  }
}

void weigh_forward_groups(const AttentionShape& shape, const float* weights, const float* values,
                          float* context) {
  weigh_groups(shape, weights, FloatValues{values, shape.width}, context);
}

void weigh_int8_forward_groups(const AttentionShape& shape, const float* weights, const std::byte* values,
                               float* context) {
  weigh_groups(shape, weights, Int8Values{values, shape.width, int8_vector_bytes(shape.width)}, context);
}

void weigh_backward_groups(const AttentionShape& shape, const float* weights, const float* values,
                           const float* d, float* d_weights, float* d_values) {
  int64_t width = shape.width;
  std::fill_n(d_values, shape.groups * shape.keys * width, 0.0F);
  for (int64_t row = 0; row < shape.groups * shape.queries; ++row) {
    int64_t group = row / shape.queries * shape.keys * width;
    for (int64_t k = 0; k < shape.keys; ++k) {
      float weight = weights[row * shape.keys + k];
      d_weights[row * shape.keys + k] = dot(d + row * width, values + group + k * width, width);
      if (weight != 0) add_scaled(d_values + group + k * width, d + row * width, weight, width);
    }
  }
}

}  // namespace heed::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace heed::kernels {

HWY_EXPORT(additive_forward_groups);
HWY_EXPORT(additive_backward_groups);
HWY_EXPORT(softmax_forward_rows);
HWY_EXPORT(softmax_backward_rows);
HWY_EXPORT(dot_forward_groups);
HWY_EXPORT(weigh_forward_groups);
HWY_EXPORT(weigh_int8_forward_groups);
HWY_EXPORT(weigh_backward_groups);

void additive_forward(const AttentionShape& shape, const AdditiveScore& score, float* scores) {
  settle_simd();
  HWY_DYNAMIC_DISPATCH(additive_forward_groups)(shape, score, scores);
}

void additive_backward(const AttentionShape& shape, const AdditiveScore& score, const AdditiveGradient& d) {
  settle_simd();
  HWY_DYNAMIC_DISPATCH(additive_backward_groups)(shape, score, d);
}

void softmax_forward(const SoftmaxRows& shape, const float* scores, float* weights) {
  settle_simd();
  HWY_DYNAMIC_DISPATCH(softmax_forward_rows)(shape, scores, weights);
}

void softmax_backward(const SoftmaxRows& shape, const float* weights, const float* d, float* d_scores) {
  settle_simd();
  HWY_DYNAMIC_DISPATCH(softmax_backward_rows)(shape, weights, d, d_scores);
}

void dot_forward(const AttentionShape& shape, const float* query, const float* key, float scale,
                 float* scores) {
  settle_simd();
  HWY_DYNAMIC_DISPATCH(dot_forward_groups)(shape, query, key, scale, scores);
}

void weigh_forward(const AttentionShape& shape, const float* weights, const float* values, float* context) {
  settle_simd();
  HWY_DYNAMIC_DISPATCH(weigh_forward_groups)(shape, weights, values, context);
}

void weigh_int8_forward(const AttentionShape& shape, const float* weights, const std::byte* values,
                        float* context) {
  settle_simd();
  HWY_DYNAMIC_DISPATCH(weigh_int8_forward_groups)(shape, weights, values, context);
}

void weigh_backward(const AttentionShape& shape, const float* weights, const float* values, const float* d,
                    float* d_weights, float* d_values) {
  settle_simd();
  HWY_DYNAMIC_DISPATCH(weigh_backward_groups)(shape, weights, values, d, d_weights, d_values);
}

}  // namespace heed::kernels
#endif
