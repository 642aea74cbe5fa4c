// Scores, the weights that they become, and the weighted sum. Scores and weights are [B,H,Tq,Tk]; a row's
// keys and values are its own or its sentence's.
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

namespace {

// One row of scores, with what it may attend to.
struct Line {
  const float* scores;
  const bool* allowed;
  const float* bias;  // null = none
  int64_t length;
  float* weights;
  float* scratch;  // [2, length]

  float score(int64_t j) const { return scores[j] + (bias == nullptr ? 0 : bias[j]); }
  float top() const {
    float most = std::numeric_limits<float>::lowest();
    for (int64_t j = 0; j < length; ++j)
      if (allowed[j]) most = std::max(most, score(j));
    return most;
  }
};

void to_one(const Line& line) {
  float sum = 0;
  for (int64_t j = 0; j < line.length; ++j) sum += line.weights[j];
  for (int64_t j = 0; j < line.length; ++j) line.weights[j] /= std::max(sum, 1e-30F);
}

void smoothing(const Line& line) {
  for (int64_t j = 0; j < line.length; ++j) line.weights[j] = line.score(j);
  kernels::sigmoid(line.weights, line.length, line.weights);
  for (int64_t j = 0; j < line.length; ++j)
    if (!line.allowed[j]) line.weights[j] = 0;
  to_one(line);
}

void hard(const Line& line) {
  std::fill_n(line.weights, line.length, 0.0F);
  int64_t best = -1;
  for (int64_t j = 0; j < line.length; ++j)
    if (line.allowed[j] && (best < 0 || line.score(j) > line.score(best))) best = j;
  if (best >= 0) line.weights[best] = 1;
}

// Of equal ones the first: a score that is as high takes nobody's place.
void top_k(const Line& line, int64_t k) {
  float* best = line.scratch;  // the k highest, in descending order
  int64_t kept = 0;
  for (int64_t j = 0; j < line.length; ++j) {
    if (!line.allowed[j]) continue;
    float score = line.score(j);
    if (kept == k && score <= best[k - 1]) continue;
    int64_t at = kept < k ? kept++ : k - 1;
    for (; at > 0 && best[at - 1] < score; --at) best[at] = best[at - 1];
    best[at] = score;
  }
  std::fill_n(line.weights, line.length, 0.0F);
  if (kept == 0) return;
  float threshold = best[kept - 1], sum = 0;
  int64_t ties = std::count(best, best + kept, threshold);  // as many of those as high as the last
  for (int64_t j = 0; j < line.length; ++j) {
    if (!line.allowed[j] || line.score(j) < threshold) continue;
    if (line.score(j) == threshold && ties-- <= 0) continue;
    line.weights[j] = std::exp(line.score(j) - best[0]);
    sum += line.weights[j];
  }
  for (int64_t j = 0; j < line.length; ++j) line.weights[j] /= sum;
}

void sparsemax(const Line& line) {
  float* sorted = line.scratch;
  float top = line.top(), sum = 0, threshold = 0;
  int64_t count = 0;
  for (int64_t j = 0; j < line.length; ++j)
    if (line.allowed[j] && !std::isnan(line.score(j)))
      sorted[count++] = line.score(j) - top;  // NaN has no place
  std::sort(sorted, sorted + count, std::greater<float>());
  for (int64_t i = 0; i < count; ++i) {
    sum += sorted[i];
    if (static_cast<float>(i + 1) * sorted[i] + 1 > sum) threshold = (sum - 1) / static_cast<float>(i + 1);
  }
  for (int64_t j = 0; j < line.length; ++j)
    line.weights[j] = line.allowed[j] ? std::max(0.0F, line.score(j) - top - threshold) : 0;
}

float softplus(float x) {
  return x > 20 ? x : std::log1p(std::exp(x));
}

// Messages as log-odds, as ops/normalise.cpp has them; pairwise [2,2].
void structured(const Line& line, const float* pairwise, bool renormalise) {
  auto p = [&](int a, int b) { return pairwise[2 * a + b]; };
  float from_0 = p(0, 1) - p(0, 0), to_1 = p(1, 1) - p(0, 1), to_0 = p(1, 0) - p(0, 0);
  float *left = line.scratch, odds = 0;
  bool begun = false;
  for (int64_t j = 0; j < line.length; ++j) {
    if (line.allowed[j]) {
      float passed = from_0 + softplus(odds + to_1) - softplus(odds + to_0);
      odds = line.score(j) + (begun ? passed : 0);
      begun = true;
    }
    left[j] = odds;
  }
  float back_1 = p(1, 1) - p(1, 0), back_0 = p(0, 1) - p(0, 0), from_1 = p(1, 0) - p(0, 0), right = 0;
  for (int64_t j = line.length; j-- > 0;) {
    line.weights[j] = 0;
    if (!line.allowed[j]) continue;
    line.weights[j] = 1 / (1 + std::exp(-(left[j] + right)));
    float u = line.score(j) + right;
    right = from_1 + softplus(u + back_1) - softplus(u + back_0);
  }
  if (renormalise) to_one(line);
}

using Normalise = std::function<void(const Line&)>;

Normalise normaliser(const Making& making, const std::string& kind) {
  if (kind == "smoothing") return smoothing;
  if (kind == "hard") return hard;
  if (kind == "sparsemax") return sparsemax;
  if (kind == "top-k") {
    int64_t k = making.integer("k");
    making.require(k > 0, "a k above zero");
    return [k](const Line& line) { top_k(line, std::min(k, line.length)); };
  }
  making.require(kind == "structured", "a normaliser that this heed knows");
  const float* pairwise = making.numbers(3, {2, 2});
  making.require(pairwise != nullptr, "pairwise potentials");
  bool renormalise = making.integer("renormalise") != 0;
  return [=](const Line& line) { structured(line, pairwise, renormalise); };
}

}  // namespace

Instruction make_normalise(Making& making) {
  making.require_input(0, 4);
  making.require_input(1, 4, Type::flag);
  if (making.has(2)) making.require_input(2, 2);
  const Shape in = making.shape(0), allowed = making.shape(1);
  making.require(allowed[0] == in[0] && allowed[1] == Dim{1} &&
                     (allowed[2] == Dim{1} || allowed[2] == in[2]) && allowed[3] == in[3],
                 "a mask of the scores");
  making.require(!making.has(2) || making.shape(2) == Shape{in[0], in[3]}, "a bias a key");
  bool a_query = !(allowed[2] == Dim{1});  // a mask a query
  std::string kind = making.text("kind");
  ValueId scores = making.value(0), mask = making.value(1), bias = making.value(2), out = making.make(in);
  if (kind == "softmax") {
    auto scale = static_cast<float>(making.real("scale"));
    return [=](const Frame& frame) {
      int64_t heads = frame.dim(out, 1), queries = frame.dim(out, 2), length = frame.dim(out, 3);
      for (int64_t r = 0, rows = frame.rows(out); r < rows; ++r) {
        for (int64_t h = 0; h < heads; ++h) {
          int64_t at = h * queries * length;
          kernels::softmax_forward({queries, length, scale, frame.flags(mask, r), a_query ? 1 : queries,
                                    bias == kNone ? nullptr : frame.numbers(bias, r), queries},
                                   frame.numbers(scores, r) + at,
                                   frame.numbers(out) + r * frame.row_size(out) + at);
        }
      }
    };
  }
  Normalise one = normaliser(making, kind);
  ValueId scratch = making.scratch({{2}, in[3]});
  return [=](const Frame& frame) {
    int64_t queries = frame.dim(out, 2), length = frame.dim(out, 3), lines = frame.dim(out, 1) * queries;
    for (int64_t r = 0, rows = frame.rows(out); r < rows; ++r) {
      for (int64_t i = 0; i < lines; ++i)
        one({frame.numbers(scores, r) + i * length,
             frame.flags(mask, r) + (a_query ? (i % queries) * length : 0),
             bias == kNone ? nullptr : frame.numbers(bias, r), length,
             frame.numbers(out) + (r * lines + i) * length, frame.numbers(scratch)});
    }
  };
}

}  // namespace heed::engine
