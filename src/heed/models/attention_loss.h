// The loss terms of attention, in addition to the likelihood of the target: coverage (See 2017), a guide, and
// for hard attention REINFORCE (Xu 2015):
//   − λ_r Σ_t (R_t − b_t) log p(choice_t) − λ_e Σ_t H_t,
// where R_t is the log-probability of all tokens from t on (a choice cannot change those before) and b_t the
// baseline of the same tokens. The terms are accumulated step by step.
#pragma once

#include <optional>
#include <vector>

#include "heed/models/guide.h"
#include "heed/nn/attention/attention.h"

namespace heed {

class AttentionLoss {
 public:
  AttentionLoss(const AttentionOptions& attention, const GuideOptions& guide);

  // on(): whether add() must be called for every step. rewards(): whether sum() needs each token's
  // log-probability.
  bool on() const { return coverage_ > 0 || guide_.on() || hard_; }
  bool rewards() const { return hard_.has_value(); }

  struct Steps {
    std::vector<Tensor> probabilities;       // [B,H,S] each
    std::vector<Tensor> overlaps;            // [B] each: Σ_j min(weight, coverage), mean over heads
    std::vector<Tensor> choices, entropies;  // [B] each; only with hard attention
  };
  // Adds one step. `before` is what the step's attention started from.
  void add(const Glance& glance, const Carry& before, const Memory& memory, Steps& steps) const;

  struct Reward {
    Tensor log_probs;     // [B,T]: of the target's tokens; undefined unless rewards()
    double baseline = 0;  // mean of a token; 0: there is none yet, and nothing is rewarded
  };
  // The sum of all terms, a scalar. mask [B,T] is true for the tokens of the target.
  Tensor sum(const Steps& steps, const GuidedPairs& pairs, const Tensor& mask, const Reward& reward) const;

 private:
  Tensor reinforce(const Steps& steps, const Tensor& mask, const Reward& reward) const;

  double coverage_;
  GuideOptions guide_;
  std::optional<HardOptions> hard_;
};

}  // namespace heed
