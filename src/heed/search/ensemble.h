// Several models that write one output together: at each step the mean of their probabilities,
//   log (1/n Σ_m p_m),
// or, renormalised, of their log-probabilities. The attention is the mean of the members', over the whole
// source, where all look at it with as many heads; else the first member's.
#pragma once

#include <memory>
#include <vector>

#include "heed/search/stepper.h"

namespace heed {

class Ensemble : public Stepper {
 public:
  enum class Mean { probabilities, log_probabilities };
  // All over the same sentences, whose longest source has `columns` tokens.
  Ensemble(std::vector<std::unique_ptr<Stepper>> members, Mean mean, int32_t columns);

  // An InputError if the members' vocabularies are not of one size.
  StepOut step(std::span<const int32_t> parents, std::span<const int32_t> tokens) override;

 private:
  std::vector<std::unique_ptr<Stepper>> members_;
  Mean mean_;
  int32_t columns_;
  std::vector<StepOut> outs_;
  std::vector<float> log_probs_, weights_;
  std::vector<int32_t> begin_;
};

}  // namespace heed
