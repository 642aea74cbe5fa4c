#include "heed/ops/attention.h"

#include <ATen/ATen.h>

#include <limits>

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

Tensor band(const Tensor& mask, const Tensor& centre, int64_t before, int64_t after) {
  Tensor allowed = mask.unsqueeze(1).unsqueeze(1);
  if (centre.defined() && (before >= 0 || after >= 0)) {
    Tensor offset = at::arange(mask.size(1), centre.options()) - centre.unsqueeze(-1);  // [B,Tq,Tk]
    Tensor inside = at::ones_like(offset, at::kBool);
    if (before >= 0) inside = inside.logical_and(offset >= -before);
    if (after >= 0) inside = inside.logical_and(offset <= after);
    allowed = allowed.logical_and(inside.unsqueeze(1));
  }
  record("band", {mask, centre}, {allowed}, {{"before", before}, {"after", after}});
  return allowed;
}

Tensor normalise_softmax(const Tensor& scores, const Tensor& mask, const Tensor& bias, double scale) {
  if (Fused::workspace_for(scores)) return fused::normalise_softmax(scores, mask, bias, scale);
  Tensor biased = bias.defined() ? scores + bias.unsqueeze(1).unsqueeze(1) : scores;
  if (scale != 1.0) biased = biased * scale;
  Tensor forbidden = mask.logical_not();
  // The lowest finite number, not −∞: a row of −∞ has a softmax, and a gradient, of NaN. The second fill
  // makes a row with nothing allowed zero, and leaves every other weight as it is.
  double lowest = scores.scalar_type() == at::kDouble ? std::numeric_limits<double>::lowest()
                                                      : std::numeric_limits<float>::lowest();
  Tensor weights = at::softmax(biased.masked_fill(forbidden, lowest), -1).masked_fill(forbidden, 0);
  record("normalise", {scores, mask, bias}, {weights}, {{"kind", std::string("softmax")}, {"scale", scale}});
  return weights;
}

Tensor weigh(const Tensor& weights, const Tensor& values) {
  if (Fused::workspace_for(weights)) return fused::weigh(weights, values);
  Tensor context = at::matmul(weights, values);
  record("weigh", {weights, values}, {context});
  return context;
}

}  // namespace heed::ops
