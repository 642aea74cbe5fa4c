// Several models that generate one output together. With weights w_m, each step has one of
//   probabilities:      log (Σ_m w_m p_m / Σ_m w_m)
//   log_probabilities:  Σ_m w_m log p_m / Σ_m w_m, renormalised to a distribution
//   sum:                Σ_m w_m log p_m, not normalised: the log-linear combination of shallow fusion with a
//                       language model, and of scores that are no distribution, such as CTC prefix scores
// The attention is the weighted mean over the members that have attention, if these have the same blocks with
// the same numbers of heads; otherwise it is that of the first member that has attention.
#pragma once

#include <memory>
#include <vector>

#include "heed/search/options.h"
#include "heed/search/stepper.h"

namespace heed {

class Ensemble : public Stepper {
 public:
  enum class Mean { probabilities, log_probabilities, sum };
  struct Member {
    std::unique_ptr<Stepper> stepper;
    double weight = 1;  // at least 0; a member of weight 0 adds nothing
  };
  // All members run over the same sentences, whose longest source has `columns` tokens. At least one weight
  // must be positive.
  Ensemble(std::vector<Member> members, Mean mean, int32_t columns);

  // Throws InputError if the members' vocabularies differ in size.
  StepOut step(std::span<const int32_t> parents, std::span<const int32_t> tokens) override;
  std::vector<AttentionBlock> step_blocks() const override { return blocks_; }

 private:
  // The mean of one block's weights over all columns.
  struct MeanAttention {
    std::vector<float> weights;
    std::vector<int32_t> begin;
  };
  std::span<const StepAttention> mean_attention();
  // Returns false if the members' numbers of heads differ.
  bool mean_of_block(std::size_t block);

  std::vector<Member> members_;
  Mean mean_;
  int32_t columns_;
  std::vector<double> log_weights_;  // of each member, followed by that of their sum
  std::vector<AttentionBlock> blocks_;
  // the members whose attention is averaged, or the one whose attention is used
  std::vector<std::size_t> attending_;
  std::vector<StepOut> outs_;
  std::vector<float> log_probs_;
  std::vector<MeanAttention> means_;      // one for each block
  std::vector<StepAttention> attention_;  // one for each block
};

// What the options ask for.
Ensemble::Mean ensemble_mean(const SearchOptions& options);

}  // namespace heed
