// Computes scores and the weighted sum. Scores and weights are [B,H,Tq,Tk]; the keys and values of a row are
// its own or those of its sentence.
#include <algorithm>
#include <utility>

#include "heed/engine/operations.h"
#include "heed/graph/operations/constants.h"
#include "heed/kernels/attention.h"

namespace heed::engine {
namespace {

// The shape of one row's scores: H groups, each Tq queries by Tk keys.
kernels::AttentionShape shape_of(const Frame& frame, ValueId queries, ValueId keys) {
  return {frame.dim(keys, 1), frame.dim(queries, 2), frame.dim(keys, 2), frame.dim(keys, 3)};
}

// Calls `run(shape, keys, head)` for as much of row r as the kernels can process at once: all heads if its
// keys are contiguous, or one head after the other for a growing state.
template <class Run>
void each_head(const Frame& frame, ValueId queries, ValueId keys, int64_t r, Run run) {
  kernels::AttentionShape shape = shape_of(frame, queries, keys);
  if (!frame.grows(keys)) return run(shape, frame.numbers(keys, r), int64_t{0});
  int64_t heads = std::exchange(shape.groups, 1);
  for (int64_t h = 0; h < heads; ++h) run(shape, frame.growing(keys, r, h), h);
}

Instruction make_score_additive(NodeBuilder& node) {
  const float* v = node.numbers(2);
  ValueId query = node.value(0), keys = node.value(1), feature = node.value(3);
  ValueId out = node.make();
  return [=](const Frame& frame) {
    kernels::AttentionShape shape = shape_of(frame, query, keys);
    for (int64_t r = 0, rows = frame.rows(out); r < rows; ++r)
      kernels::additive_forward(shape,
                                {frame.numbers(query, r), frame.numbers(keys, r), v,
                                 feature == kNone ? nullptr : frame.numbers(feature, r)},
                                frame.numbers(out) + r * frame.row_size(out));
  };
}

Instruction make_score_dot(NodeBuilder& node) {
  auto scale = static_cast<float>(node.real("scale"));
  ValueId query = node.value(0), keys = node.value_or_growing(1), out = node.make();
  return [=](const Frame& frame) {
    for (int64_t r = 0, rows = frame.rows(out); r < rows; ++r) {
      const float* q = frame.numbers(query, r);
      float* to = frame.numbers(out) + r * frame.row_size(out);
      each_head(frame, query, keys, r,
                [&](const kernels::AttentionShape& shape, const float* key, int64_t h) {
                  kernels::dot_forward(shape, q + h * shape.queries * shape.width, key, scale,
                                       to + h * shape.queries * shape.keys);
                });
    }
  };
}

Instruction make_score_location(NodeBuilder& node) {
  constexpr auto kNever = static_cast<float>(constants::kNeverScore);
  int64_t known = node.width(0);
  ValueId all = node.value(0), keys = node.value(1), begin = node.value(2);
  ValueId out = node.make();
  return [=](const Frame& frame) {
    int64_t length = frame.dim(keys, 2), vectors = frame.row_size(all) / known;
    int64_t windows = begin == kNone ? 1 : frame.dim(begin, 1);
    for (int64_t r = 0, rows = frame.rows(out); r < rows; ++r) {
      const float* from = frame.numbers(all, r);
      float* to = frame.numbers(out) + r * vectors * length;
      int64_t first = begin == kNone ? 0 : frame.indices(begin, r / windows)[r % windows];
      for (int64_t v = 0; v < vectors; ++v, from += known, to += length) {
        for (int64_t j = 0; j < length; ++j) {
          int64_t column = first + j;
          to[j] = column < known ? from[std::max<int64_t>(column, 0)] : kNever;
        }
      }
    }
  };
}

// Rows of given weights replace computed ones; a row that begins with a negative number leaves them
// unchanged. The weights are changed in place, so that nothing is copied if no weights are given.
Instruction make_given_weights(NodeBuilder& node) {
  ValueId given = node.value_if_bound(1), begin = node.value(2), out = node.view(0);
  return [=](const Frame& frame) {
    if (!frame.is_bound(given)) return;
    int64_t heads = frame.dim(out, 1), queries = frame.dim(given, 2), keys = frame.dim(given, 3);
    int64_t width = frame.dim(out, 3);
    for (int64_t line = 0, lines = frame.size(out) / std::max<int64_t>(width, 1); line < lines; ++line) {
      // Lines are ordered by row, head and query, or by row, query and head if windows were gathered.
      int64_t r = line / (heads * queries), in_row = line % (heads * queries);
      int64_t h = begin == kNone ? in_row / queries : in_row % heads;
      int64_t q = begin == kNone ? in_row % queries : in_row / heads;
      const float* other = frame.numbers(given, r) + (h * queries + q) * keys;
      if (keys == 0 || other[0] < 0) continue;
      int64_t first = begin == kNone ? 0 : frame.indices(begin, r)[q];
      float* to = frame.numbers(out) + line * width;
      for (int64_t j = 0; j < width; ++j)
        to[j] = first + j >= 0 && first + j < keys ? other[first + j] : 0.0F;
    }
  };
}

Instruction make_convolve(NodeBuilder& node) {
  Parameter filters = node.parameter(1);
  int64_t number = filters.shape[0], width = filters.shape[1];
  ValueId in = node.value(0);
  ValueId out = node.make();
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

Instruction make_weigh(NodeBuilder& node) {
  ValueId weights = node.value(0), values = node.value_or_growing(1), out = node.make();
  return [=](const Frame& frame) {
    for (int64_t r = 0, rows = frame.rows(out); r < rows; ++r) {
      const float* weight = frame.numbers(weights, r);
      float* to = frame.numbers(out) + r * frame.row_size(out);
      each_head(frame, weights, values, r,
                [&](const kernels::AttentionShape& shape, const float* value, int64_t h) {
                  kernels::weigh_forward(shape, weight + h * shape.queries * shape.keys, value,
                                         to + h * shape.queries * shape.width);
                });
    }
  };
}

}  // namespace

Makers attention_makers() {
  return {{"convolve", make_convolve},
          {"given_weights", make_given_weights},
          {"score_additive", make_score_additive},
          {"score_dot", make_score_dot},
          {"score_location", make_score_location},
          {"weigh", make_weigh}};
}

}  // namespace heed::engine
