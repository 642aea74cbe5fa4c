// Scores, and the weighted sum. Scores and weights are [B,H,Tq,Tk]; a row's keys and values are its own or
// its sentence's.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "heed/engine/operations.h"
#include "heed/kernels/attention.h"
#include "heed/kernels/pointwise.h"

namespace heed::engine {
namespace {

// Of one row: H groups, each Tq queries by Tk keys.
kernels::AttentionShape shape_of(const Frame& frame, ValueId queries, ValueId keys) {
  return {frame.dim(keys, 1), frame.dim(queries, 2), frame.dim(keys, 2), frame.dim(keys, 3)};
}

Shape scores_shape(const Making& making, std::size_t query, std::size_t keys) {
  const Shape &q = making.shape(query), &k = making.shape(keys);
  making.require(q[0] == k[0] && q[1] == k[1], "as many rows and heads of queries as of keys");
  return {q[0], q[1], q[2], k[2]};
}

}  // namespace

Instruction make_score_additive(Making& making) {
  making.require_input(0, 4);
  making.require_input(1, 4);
  int64_t width = making.width(1);
  making.require(making.width(0) == width, "queries as wide as keys");
  const float* v = making.numbers(2, {width});
  making.require(v != nullptr, "a vector of scores");
  if (making.has(3)) {
    making.require_input(3, 4);
    making.require(making.shape(3) == making.shape(1), "a feature a key");
  }
  ValueId query = making.value(0), keys = making.value(1), feature = making.value(3);
  ValueId out = making.make(scores_shape(making, 0, 1));
  return [=](const Frame& frame) {
    kernels::AttentionShape shape = shape_of(frame, query, keys);
    for (int64_t r = 0, rows = frame.rows(out); r < rows; ++r)
      kernels::additive_forward(shape,
                                {frame.numbers(query, r), frame.numbers(keys, r), v,
                                 feature == kNone ? nullptr : frame.numbers(feature, r)},
                                frame.numbers(out) + r * frame.row_size(out));
  };
}

Instruction make_score_dot(Making& making) {
  making.require_input(0, 4);
  making.require_input(1, 4);
  making.require(making.width(0) == making.width(1), "queries as wide as keys");
  auto scale = static_cast<float>(making.real("scale"));
  ValueId query = making.value(0), keys = making.value(1), out = making.make(scores_shape(making, 0, 1));
  return [=](const Frame& frame) {
    kernels::AttentionShape shape = shape_of(frame, query, keys);
    for (int64_t r = 0, rows = frame.rows(out); r < rows; ++r)
      kernels::dot_forward(shape, frame.numbers(query, r), frame.numbers(keys, r), scale,
                           frame.numbers(out) + r * frame.row_size(out));
  };
}

Instruction make_score_location(Making& making) {
  constexpr float kNever = -1e8F;
  making.require_input(0, 4);
  making.require_input(1, 4);
  int64_t known = making.width(0);
  ValueId all = making.value(0), keys = making.value(1), begin = making.value(2);
  if (begin != kNone) {
    making.require_input(2, 2, Type::index);
    making.require(making.shape(2) == Shape{making.shape(0)[0], {1}}, "one window a row");
  }
  ValueId out = making.make(scores_shape(making, 0, 1));
  return [=](const Frame& frame) {
    int64_t length = frame.dim(keys, 2), vectors = frame.row_size(all) / known;
    for (int64_t r = 0, rows = frame.rows(out); r < rows; ++r) {
      const float* from = frame.numbers(all, r);
      float* to = frame.numbers(out) + r * vectors * length;
      int64_t first = begin == kNone ? 0 : frame.indices(begin, r)[0];
      for (int64_t v = 0; v < vectors; ++v, from += known, to += length) {
        for (int64_t j = 0; j < length; ++j) {
          int64_t column = first + j;
          to[j] = column < known ? from[std::max<int64_t>(column, 0)] : kNever;
        }
      }
    }
  };
}

Instruction make_convolve(Making& making) {
  making.require_input(0, 3);
  Parameter filters = making.parameter(1);
  making.require(filters.shape.size() == 2 && filters.shape[1] % 2 == 1, "filters of an odd width");
  int64_t number = filters.shape[0], width = filters.shape[1];
  ValueId in = making.value(0);
  const Shape shape = making.shape(0);
  ValueId out = making.make({shape[0], shape[1], shape[2], {number}});
  return [=](const Frame& frame) {
    int64_t length = frame.dim(in, 2), vectors = frame.rows(in) * frame.dim(in, 1);
    const float* x = frame.numbers(in);
    float* to = frame.numbers(out);
    for (int64_t v = 0; v < vectors; ++v, x += length) {
      for (int64_t j = 0; j < length; ++j, to += number) {
        int64_t first = std::max<int64_t>(0, width / 2 - j), last = std::min(width, length - j + width / 2);
        for (int64_t f = 0; f < number; ++f) {
          const float* filter = filters.data + f * width;
          float sum = 0;
          for (int64_t i = first; i < last; ++i) sum += filter[i] * x[j + i - width / 2];
          to[f] = sum;
        }
      }
    }
  };
}

Instruction make_weigh(Making& making) {
  making.require_input(0, 4);
  making.require_input(1, 4);
  const Shape w = making.shape(0), v = making.shape(1);
  making.require(w[0] == v[0] && w[1] == v[1] && w[3] == v[2], "as many weights as values");
  ValueId weights = making.value(0), values = making.value(1), out = making.make({w[0], w[1], w[2], v[3]});
  return [=](const Frame& frame) {
    kernels::AttentionShape shape = shape_of(frame, weights, values);
    for (int64_t r = 0, rows = frame.rows(out); r < rows; ++r)
      kernels::weigh_forward(shape, frame.numbers(weights, r), frame.numbers(values, r),
                             frame.numbers(out) + r * frame.row_size(out));
  };
}

}  // namespace heed::engine
