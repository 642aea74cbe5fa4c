// The interface of a model that computes its whole output in one pass over a batch, and an ensemble of such
// models.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "heed/data/column.h"
#include "heed/search/ensemble.h"
#include "heed/tasks/raw_output.h"

namespace heed {

struct Pass {
  virtual ~Pass() = default;
  // Returns one output for each example, with arrays under the names of the graph's outputs. Without
  // `attention`, the outputs have no attention; with it, the attention may still include the padding of the
  // batch (padding.h).
  virtual std::vector<RawOutput> run(std::span<const Example* const> examples, bool attention) const = 0;
  virtual bool is_thread_safe() const { return false; }  // true: several threads may call run()
  virtual bool attends() const { return false; }  // true: there is attention from an output to an input
  virtual bool reads_by_attention() const { return false; }  // true: there is attention within an input
};

// Averages the arrays of numbers of several models, Σ w_m y_m / Σ w_m. Arrays called `log_probs` hold
// log-probabilities: they are combined as those of search are (search/ensemble.h), and the result is a
// distribution. Whole numbers and attention are taken from the first model. The members must outlive the
// ensemble.
class MeanPass : public Pass {
 public:
  // There must be at least one member. Weights are at least 0, and at least one of them is positive.
  explicit MeanPass(std::vector<std::pair<const Pass*, double>> members,
                    Ensemble::Mean mean = Ensemble::Mean::probabilities);
  // Throws InputError if the arrays of a member have other names or shapes than those of the first.
  std::vector<RawOutput> run(std::span<const Example* const> examples, bool attention) const override;
  bool is_thread_safe() const override;
  bool attends() const override { return members_[0].first->attends(); }
  bool reads_by_attention() const override { return members_[0].first->reads_by_attention(); }

 private:
  // These average the same array of all members.
  std::vector<float> mean_of(std::span<const Array* const> arrays) const;
  std::vector<float> mean_of_log_probs(std::span<const Array* const> arrays) const;

  std::vector<std::pair<const Pass*, double>> members_;
  Ensemble::Mean mean_;
  double sum_ = 0;  // of the weights
};

}  // namespace heed
