#include "heed/ops/attention.h"

#include <ATen/ATen.h>

#include "heed/graph/operations/constants.h"
#include "heed/ops/fused/functions.h"
#include "heed/ops/recorder.h"

namespace heed::ops {

Tensor score_additive(const Tensor& query, const Tensor& keys, const Tensor& v, const Tensor& feature) {
  if (Fused::workspace_for(query)) return fused::score_additive(query, keys, v, feature);
  Tensor sum = query.unsqueeze(3) + keys.unsqueeze(2);  // [B,H,Tq,Tk,A]
  if (feature.defined()) sum = sum + feature.unsqueeze(2);
  Tensor scores = at::matmul(at::tanh(sum), v);
  record("score_additive", {query, keys, v, feature}, {scores});
  return scores;
}

Tensor score_dot(const Tensor& query, const Tensor& keys, double scale) {
  Tensor scores = at::matmul(query, keys.transpose(-1, -2));
  if (scale != 1.0) scores = scores * scale;
  record("score_dot", {query, keys}, {scores}, {{"scale", scale}});
  return scores;
}

Tensor score_location(const Tensor& all, const Tensor& keys, const Tensor& begin) {
  constexpr double kNever = constants::kNeverScore;
  int64_t known = all.size(3), length = keys.size(2);
  Tensor scores;
  if (begin.defined()) {
    Tensor columns = begin.reshape({-1, 1}) + at::arange(length, begin.options());  // [B,W]
    Tensor there = columns < known;
    Tensor index = columns.clamp(0, known - 1).unsqueeze(1).unsqueeze(1);
    scores = all.gather(3, index.expand({-1, all.size(1), all.size(2), -1}));
    scores = scores.masked_fill(there.logical_not().unsqueeze(1).unsqueeze(1), kNever);
  } else if (length <= known) {
    scores = all.narrow(3, 0, length);
  } else {
    scores = at::constant_pad_nd(all, {0, length - known}, kNever);
  }
  record("score_location", {all, keys, begin}, {scores});
  return scores;
}

Tensor convolve(const Tensor& weights, const Tensor& filters) {
  int64_t rows = weights.size(0) * weights.size(1), length = weights.size(2), reach = filters.size(1) / 2;
  Tensor padded = at::constant_pad_nd(weights.reshape({rows, length}), {reach, reach});
  Tensor around = padded.unfold(1, filters.size(1), 1);  // [B·H,Tk,R]
  Tensor y = at::matmul(around, filters.t()).view({weights.size(0), weights.size(1), length, -1});
  record("convolve", {weights, filters}, {y});
  return y;
}

Tensor weigh(const Tensor& weights, const Tensor& values) {
  if (Fused::workspace_for(weights)) return fused::weigh(weights, values);
  Tensor context = at::matmul(weights, values);
  record("weigh", {weights, values}, {context});
  return context;
}

Tensor copy_shares(const Tensor& weights, int64_t heads) {
  Tensor mean = weights.mean(heads);
  return mean / mean.sum(-1, true).clamp_min(constants::kLeastCopied);
}

Tensor given_weights(const Tensor& weights, const Tensor& given, const Tensor& begin) {
  Tensor y = weights.alias();
  if (given.defined()) {
    Tensor rows = given, is_given = given.narrow(-1, 0, 1) >= 0;
    if (begin.defined()) {
      Tensor columns = begin.reshape({-1, 1}) + at::arange(weights.size(3), begin.options());  // [B·Tq,W]
      columns = columns.unsqueeze(1).unsqueeze(1).expand({-1, given.size(1), 1, -1});
      Tensor there = (columns >= 0).logical_and(columns < given.size(3)).to(given.scalar_type());
      Tensor folded = given.transpose(1, 2).reshape({-1, given.size(1), 1, given.size(3)});
      rows = folded.gather(3, columns.clamp(0, given.size(3) - 1)) * there;
      is_given = folded.narrow(-1, 0, 1) >= 0;
    }
    y = at::where(is_given, rows, weights);
  }
  record("given_weights", {weights, given, begin}, {y});
  return y;
}

Tensor mix_copy(const Tensor& logits, const Tensor& gate, const Tensor& weights, const Tensor& copies) {
  int64_t known = logits.size(1), columns = std::max(known, copies.max().item<int64_t>() + 1);
  Tensor made = at::constant_pad_nd(at::softmax(logits, -1) * gate, {0, columns - known});
  Tensor mixed = made.scatter_add(1, copies, copy_shares(weights, 1) * (1 - gate));
  Tensor y = at::log(mixed);
  record("mix_copy", {logits, gate, weights, copies}, {y});
  return y;
}

}  // namespace heed::ops
