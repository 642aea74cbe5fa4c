// What attention itself adds to the loss, beside the likelihood of the target: coverage (See 2017), a guide,
// and for hard attention REINFORCE (Xu 2015):
//   − λ_r Σ_t (R_t − b_t) log p(choice_t) − λ_e Σ_t H_t,
// R_t the log-probability of all tokens from t on (a choice cannot change those before), b_t the baseline of
// as many tokens. Added up step by step.
#pragma once

#include <optional>
#include <vector>

#include "heed/models/guide.h"
#include "heed/nn/attention/attention.h"

namespace heed {

class AttentionLoss {
 public:
  AttentionLoss(const AttentionOptions& attention, const GuideOptions& guide);

  // Whether it wants to see steps; and whether it wants each token's log-probability for a reward.
  bool on() const { return coverage_ > 0 || guide_.on() || hard_; }
  bool rewards() const { return hard_.has_value(); }

  struct Steps {
    std::vector<Tensor> probabilities;       // [B,H,S] each
    std::vector<Tensor> overlaps;            // [B] each: Σ_j min(weight, coverage), the mean over heads
    std::vector<Tensor> choices, entropies;  // [B] each, of hard attention
  };
  // `before`: what the step was given.
  void add(const Glance& glance, const Carry& before, const Memory& memory, Steps& steps) const;

  struct Reward {
    Tensor log_probs;     // [B,T] of the target's tokens; undefined unless it rewards
    double baseline = 0;  // of a token; 0 = there is none yet, and nothing is rewarded
  };
  // mask [B,T]: the target's own tokens. A scalar.
  Tensor sum(const Steps& steps, const Batch& batch, const Tensor& mask, const Reward& reward) const;

 private:
  Tensor reinforce(const Steps& steps, const Tensor& mask, const Reward& reward) const;

  double coverage_;
  GuideOptions guide_;
  std::optional<HardOptions> hard_;
};

}  // namespace heed
