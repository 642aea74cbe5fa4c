#include "heed/models/attention_loss.h"

#include <ATen/ATen.h>

namespace heed {

AttentionLoss::AttentionLoss(const AttentionOptions& attention, const GuideOptions& guide)
    : coverage_(attention.coverage.loss), guide_(guide) {
  if (const auto* hard = std::get_if<HardOptions>(&attention.normaliser)) hard_ = *hard;
}

void AttentionLoss::add(const Glance& glance, const Carry& before, const Memory& memory, Steps& steps) const {
  if (guide_.on()) {
    const Tensor& soft = glance.chosen.probabilities.defined() ? glance.chosen.probabilities : glance.weights;
    steps.probabilities.push_back(ops::spread(soft, glance.begin, memory.keys));
  }
  if (coverage_ > 0) {
    Tensor weights = ops::spread(glance.weights, glance.begin, memory.keys);
    steps.overlaps.push_back(at::minimum(weights, before.coverage).sum(-1).mean(1));
  }
  if (hard_ && glance.chosen.log_probability.defined()) {
    steps.choices.push_back(glance.chosen.log_probability.sum({1, 2}));
    steps.entropies.push_back(glance.chosen.entropy.mean({1, 2}));
  }
}

Tensor AttentionLoss::reinforce(const Steps& steps, const Tensor& mask, const Reward& reward) const {
  Tensor real = mask.to(reward.log_probs.scalar_type());
  Tensor loss = -(at::stack(steps.entropies, 1) * real).sum() * hard_->entropy;
  if (reward.baseline == 0) return loss;
  Tensor gained = (reward.log_probs.detach() - reward.baseline) * real;
  Tensor from_here = gained.flip(1).cumsum(1).flip(1);  // [B,T]
  return loss - (from_here * at::stack(steps.choices, 1) * real).sum() * hard_->reward;
}

Tensor AttentionLoss::sum(const Steps& steps, const GuidedPairs& pairs, const Tensor& mask,
                          const Reward& reward) const {
  Tensor sum = at::zeros({});
  auto add = [&](const Tensor& part) { sum = sum.to(part.scalar_type()) + part; };
  if (!steps.probabilities.empty()) {
    Tensor weights = at::stack(steps.probabilities, 2);
    if (Tensor guide = guide_of(guide_, pairs, weights); guide.defined())
      add(guide_loss(guide_, weights, guide));
  }
  if (!steps.overlaps.empty()) {
    Tensor overlaps = at::stack(steps.overlaps, 1);
    add((overlaps * mask.to(overlaps.scalar_type())).sum() * coverage_);
  }
  if (!steps.choices.empty()) add(reinforce(steps, mask, reward));
  return sum;
}

}  // namespace heed
