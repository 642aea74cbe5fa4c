// Several models that write one output together: at each step the mean of their probabilities,
//   log (1/n Σ_m p_m),
// or, renormalised, of their log-probabilities. The attention is the mean of the members' where all look at
// the source with as many heads and the same window, else the first member's.
#pragma once

#include <memory>
#include <vector>

#include "heed/search/stepper.h"

namespace heed {

class Ensemble : public Stepper {
 public:
  enum class Mean { probabilities, log_probabilities };
  // All over the same sentences.
  Ensemble(std::vector<std::unique_ptr<Stepper>> members, Mean mean);

  // An InputError if the members' vocabularies are not of one size.
  StepOut step(std::span<const int32_t> parents, std::span<const int32_t> tokens) override;

 private:
  std::vector<std::unique_ptr<Stepper>> members_;
  Mean mean_;
  std::vector<StepOut> outs_;
  std::vector<float> log_probs_, weights_;
};

}  // namespace heed
