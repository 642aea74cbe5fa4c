// Turns scores [B,H,Tq,Tk] into weights; ops/normalise.h has the equations.
#include <algorithm>
#include <cmath>
#include <limits>

#include "heed/engine/operations.h"
#include "heed/graph/operations/constants.h"
#include "heed/kernels/attention.h"
#include "heed/kernels/pointwise.h"

namespace heed::engine {
namespace {

// One row of scores with its mask.
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
  for (int64_t j = 0; j < line.length; ++j)
    line.weights[j] /= std::max(sum, static_cast<float>(constants::kLeastWeights));
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

// If scores are equal, the first of them is kept.
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

// Passes messages as log-odds, as ops/normalise.cpp does; pairwise [2,2].
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

Normalise normaliser(const NodeBuilder& node, const std::string& kind) {
  if (kind == "smoothing") return smoothing;
  if (kind == "hard") return hard;
  if (kind == "sparsemax") return sparsemax;
  if (kind == "top-k") {
    int64_t k = node.integer("k");
    return [k](const Line& line) { top_k(line, std::min(k, line.length)); };
  }
  const float* pairwise = node.numbers(3);
  bool renormalise = node.integer("renormalise") != 0;
  return [=](const Line& line) { structured(line, pairwise, renormalise); };
}

Instruction make_normalise(NodeBuilder& node) {
  const Shape in = node.shape(0), allowed = node.shape(1);
  bool a_query = !(allowed[2] == Dim(1));  // a mask for each query
  std::string kind = node.text("kind");
  ValueId scores = node.value(0), mask = node.value(1), bias = node.value_if_bound(2), out = node.make();
  if (kind == "softmax") {
    auto scale = static_cast<float>(node.real("scale"));
    return [=](const Frame& frame) {
      int64_t heads = frame.dim(out, 1), queries = frame.dim(out, 2), length = frame.dim(out, 3);
      for (int64_t r = 0, rows = frame.rows(out); r < rows; ++r) {
        for (int64_t h = 0; h < heads; ++h) {
          int64_t at = h * queries * length;
          kernels::softmax_forward({queries, length, scale, frame.flags(mask, r), a_query ? 1 : queries,
                                    frame.is_bound(bias) ? frame.numbers(bias, r) : nullptr, queries},
                                   frame.numbers(scores, r) + at,
                                   frame.numbers(out) + r * frame.row_size(out) + at);
        }
      }
    };
  }
  Normalise one = normaliser(node, kind);
  ValueId scratch = node.scratch({2, in[3]});
  return [=](const Frame& frame) {
    int64_t queries = frame.dim(out, 2), length = frame.dim(out, 3), lines = frame.dim(out, 1) * queries;
    for (int64_t r = 0, rows = frame.rows(out); r < rows; ++r) {
      for (int64_t i = 0; i < lines; ++i)
        one({frame.numbers(scores, r) + i * length,
             frame.flags(mask, r) + (a_query ? (i % queries) * length : 0),
             frame.is_bound(bias) ? frame.numbers(bias, r) : nullptr, length,
             frame.numbers(out) + (r * lines + i) * length, frame.numbers(scratch)});
    }
  };
}

}  // namespace

Makers normalise_makers() {
  return {{"normalise", make_normalise}};
}

}  // namespace heed::engine
