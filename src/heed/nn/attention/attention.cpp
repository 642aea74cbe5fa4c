#include "heed/nn/attention/attention.h"

#include <ATen/ATen.h>

#include "heed/ops/attention.h"

namespace heed {

Attention::Attention(const AttentionOptions& options, const AttentionShape& shape, const Scope& scope)
    : scorer_(std::visit([&](const auto& o) { return o.make(scope / "score", shape.query, shape.key); },
                         options.score)),
      window_(std::visit([&](const auto& o) { return o.make(scope / "window"); }, options.window)),
      normaliser_(
          std::visit([&](const auto& o) { return o.make(scope / "normaliser"); }, options.normaliser)) {}

Attention::Attention(std::unique_ptr<Scorer> scorer, std::unique_ptr<Feature> feature,
                     std::unique_ptr<Window> window, std::unique_ptr<Normaliser> normaliser)
    : scorer_(std::move(scorer)),
      feature_(std::move(feature)),
      window_(std::move(window)),
      normaliser_(std::move(normaliser)) {}

Memory Attention::remember(const Tensor& keys, const Tensor& values, const Tensor& mask) const {
  return {scorer_->prepare(keys), values, mask, {}};
}

Glance Attention::attend(const Query& query, const Memory& memory, const Carry& carry) const {
  Seen seen{memory.keys, feature_ ? feature_->of(carry, memory) : Tensor()};
  Band band = window_->band(query, memory, carry);
  Tensor allowed = ops::band(memory.mask, band.centre, band.before, band.after);
  Glance glance;
  glance.weights = normaliser_->weights(scorer_->scores(query, seen), allowed, memory.bias);
  glance.context = ops::weigh(glance.weights, memory.values);
  glance.carry = carry;
  return glance;
}

}  // namespace heed
