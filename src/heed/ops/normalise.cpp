#include "heed/ops/normalise.h"

#include <ATen/ATen.h>

#include <limits>

#include "heed/graph/operations/constants.h"
#include "heed/ops/fused/functions.h"
#include "heed/ops/recorder.h"

namespace heed::ops {
namespace {

// The lowest finite number instead of −∞: a row of −∞ has NaN as its softmax and gradient.
double lowest(const Tensor& x) {
  return x.scalar_type() == at::kDouble ? std::numeric_limits<double>::lowest()
                                        : std::numeric_limits<float>::lowest();
}

Tensor biased(const Masked& from) {
  return from.bias.defined() ? from.scores + from.bias.unsqueeze(1).unsqueeze(1) : from.scores;
}

Tensor as_number(const Tensor& mask, const Tensor& like) {
  return mask.to(like.scalar_type());
}

// The second fill makes a row with nothing allowed zero, and leaves every other weight as it is.
Tensor masked_softmax(const Tensor& scores, const Tensor& mask) {
  Tensor forbidden = mask.logical_not();
  return at::softmax(scores.masked_fill(forbidden, lowest(scores)), -1).masked_fill(forbidden, 0);
}

// Divides weights by their sum; a row of zeros stays zero.
Tensor to_one(const Tensor& weights) {
  return weights / weights.sum(-1, true).clamp_min(constants::kLeastWeights);
}

void record_kind(const char* kind, const Masked& from, const Tensor& weights,
                 std::map<std::string, Attribute> attributes = {}, const Tensor& parameter = {}) {
  attributes["kind"] = std::string(kind);
  record("normalise", {from.scores, from.mask, from.bias, parameter}, {weights}, std::move(attributes));
}

}  // namespace

Tensor normalise_softmax(const Tensor& scores, const Tensor& mask, const Tensor& bias, double scale) {
  if (Fused::workspace_for(scores)) return fused::normalise_softmax(scores, mask, bias, scale);
  Tensor scaled = biased({scores, mask, bias});
  if (scale != 1.0) scaled = scaled * scale;
  Tensor weights = masked_softmax(scaled, mask);
  record_kind("softmax", {scores, mask, bias}, weights, {{"scale", scale}});
  return weights;
}

Tensor normalise_smoothing(const Masked& from) {
  Tensor weights = to_one(at::sigmoid(biased(from)) * as_number(from.mask, from.scores));
  record_kind("smoothing", from, weights);
  return weights;
}

Tensor normalise_top_k(const Masked& from, int64_t k) {
  Tensor scores = biased(from), masked = scores.detach().masked_fill(from.mask.logical_not(), lowest(scores));
  // A stable order, so that ties are decided alike everywhere.
  Tensor order = std::get<1>(masked.sort(/*stable=*/true, -1, /*descending=*/true));
  Tensor best = order.narrow(-1, 0, std::min(k, scores.size(-1)));
  Tensor kept = at::zeros_like(scores, at::kBool).scatter(-1, best, 1).logical_and(from.mask);
  Tensor weights = masked_softmax(scores, kept);
  record_kind("top-k", from, weights, {{"k", k}});
  return weights;
}

Tensor normalise_sparsemax(const Masked& from) {
  constexpr double kFar = -1e9;  // below any score that could be in the support
  Tensor scores = biased(from), forbidden = from.mask.logical_not();
  Tensor top = scores.detach().masked_fill(forbidden, lowest(scores)).amax(-1, true);
  Tensor z = (scores - top).masked_fill(forbidden, kFar);
  // The number of highest scores in the support, which determines the support and the threshold.
  Tensor sorted = std::get<0>(z.detach().sort(/*stable=*/true, -1, /*descending=*/true));
  Tensor rank = at::arange(1, z.size(-1) + 1, z.options());
  Tensor count = (sorted * rank + 1 > sorted.cumsum(-1)).sum(-1, true).clamp_min(1);
  Tensor support = as_number(z.detach() >= sorted.gather(-1, count - 1), z);
  Tensor threshold = ((z * support).sum(-1, true) - 1) / support.sum(-1, true);
  Tensor weights = (at::relu(z - threshold) * support).masked_fill(forbidden, 0);
  record_kind("sparsemax", from, weights);
  return weights;
}

Tensor normalise_structured(const Masked& from, const Tensor& pairwise, bool renormalise) {
  Tensor unary = biased(from), allowed = from.mask.expand(unary.sizes());
  int64_t length = unary.size(-1);
  auto u = unary.unbind(-1), here = allowed.unbind(-1);
  auto p = [&](int64_t a, int64_t b) { return pairwise[a][b]; };
  // Messages are log-odds of z = 1 against z = 0. A masked position passes on what it received.
  Tensor from_0 = p(0, 1) - p(0, 0), to_1 = p(1, 1) - p(0, 1), to_0 = p(1, 0) - p(0, 0);
  Tensor odds = at::zeros_like(u[0]), begun = at::zeros_like(here[0]);
  std::vector<Tensor> left;  // of z_j given everything up to j
  for (std::size_t j = 0; j < u.size(); ++j) {
    Tensor passed = from_0 + at::softplus(odds + to_1) - at::softplus(odds + to_0);
    odds = at::where(here[j], u[j] + passed * as_number(begun, passed), odds);
    begun = begun.logical_or(here[j]);
    left.push_back(odds);
  }
  Tensor back_1 = p(1, 1) - p(1, 0), back_0 = p(0, 1) - p(0, 0), from_1 = p(1, 0) - p(0, 0);
  std::vector<Tensor> marginals(u.size());
  Tensor right = at::zeros_like(u[0]);  // of z_j from everything behind j
  for (auto j = static_cast<std::size_t>(length); j-- > 0;) {
    marginals[j] = at::sigmoid(left[j] + right);
    Tensor passed = from_1 + at::softplus(u[j] + right + back_1) - at::softplus(u[j] + right + back_0);
    right = at::where(here[j], passed, right);
  }
  Tensor weights = at::stack(marginals, -1) * as_number(allowed, unary);
  if (renormalise) weights = to_one(weights);
  record_kind("structured", from, weights, {{"renormalise", int64_t{renormalise}}}, pairwise);
  return weights;
}

Tensor normalise_hard(const Masked& from) {
  Tensor scores = biased(from).detach().masked_fill(from.mask.logical_not(), lowest(from.scores));
  Tensor weights =
      at::zeros_like(scores).scatter(-1, scores.argmax(-1, true), 1.0) * as_number(from.mask, from.scores);
  record_kind("hard", from, weights);
  return weights;
}

}  // namespace heed::ops
