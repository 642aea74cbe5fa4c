// Hard attention (Xu 2015): one position, drawn from softmax(score) in training, and the most probable one
// otherwise. No gradient passes through a draw: the model adds that of REINFORCE, reward · ∇ log p(draw),
// with a moving baseline, and an entropy term. For a share of the rows the expectation replaces the draw.
#pragma once

#include "heed/nn/attention/normaliser.h"

namespace heed {

struct HardOptions {
  static constexpr const char* kType = "hard";
  double expectation = 0.5, reward = 1.0, entropy = 0.01;
  static void fields(auto& o, auto&& f) {
    f("expectation", o.expectation, "share of training examples that use the expectation instead of a draw",
      between(0.0, 1.0));
    f("reward", o.reward, "weight of the REINFORCE term in the loss", at_least(0.0));
    f("entropy", o.entropy, "weight of the entropy bonus in the loss", at_least(0.0));
  }
  std::unique_ptr<Normaliser> make(const Scope&) const;
};

struct HardNormaliser : Normaliser {
  double expectation;

  explicit HardNormaliser(double share) : expectation(share) {}
  Chosen choose(const ops::Masked& from, const StepNoise& noise) const override;
};

inline std::unique_ptr<Normaliser> HardOptions::make(const Scope&) const {
  return std::make_unique<HardNormaliser>(expectation);
}

}  // namespace heed
