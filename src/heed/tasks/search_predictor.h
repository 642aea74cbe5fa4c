// Runs whatever writes its output a token at a time, one model or an ensemble, through search/: examples are
// put together by length, each batch is searched, sampled or scored, and its padding is taken off again.
#pragma once

#include <memory>
#include <vector>

#include "heed/search/stepper.h"
#include "heed/tasks/predictor.h"

namespace heed {

// What search will ask of a model's steps.
struct StepNeeds {
  bool attention = true;          // or it hands out no weights
  bool log_probabilities = true;  // false: the step may return unnormalised logits
  bool any_token = true;          // or only those that are likely for the sources
  bool prefix = false;            // of each example its target, whose tokens must be there then
  // Tokens that the search handles separately (end, forbidden ones). The step must return exact values for
  // the best of all others, and for these where they exceed it. Empty: it must return all exactly.
  std::vector<int32_t> separate_tokens = {};
  int64_t width = 1;  // the most rows of a sentence, for which there is memory from the start
};

// A model that writes its output a token at a time.
struct Generator {
  virtual ~Generator() = default;
  // Starts with one row for each example; all must be of one group. The generator outlives the stepper.
  virtual std::unique_ptr<Stepper> start(std::span<const Example* const> examples,
                                         const StepNeeds& needs) const = 0;
  // Examples of different groups are not run in one batch: a generator may have several ways to run, and
  // which one an example takes must depend on the example, not on its batch.
  virtual int64_t group_of(const Example&, const StepNeeds&) const { return 0; }
  virtual bool is_thread_safe() const { return false; }      // true: each thread may run a stepper of its own
  virtual bool attends() const { return true; }              // false: there are no weights to hand out
  virtual bool reads_by_attention() const { return false; }  // true: there is encoder_attention()
};

class SearchPredictor : public Predictor {
 public:
  // The members outlive it; several are an ensemble, all over one vocabulary.
  SearchPredictor(std::vector<const Generator*> members, SearchTokens tokens);

  std::vector<RawOutput> predict(std::span<const Example> examples, const PredictOptions& options) override;

 private:
  StepNeeds needs_of(const PredictOptions& options) const;
  // One number for each example; examples that may be in one batch have the same number.
  std::vector<int64_t> groups_of(std::span<const Example> examples, const PredictOptions& options) const;
  std::unique_ptr<Stepper> start(std::span<const Example* const> examples,
                                 const PredictOptions& options) const;
  Found walk(Stepper& stepper, std::span<const Example* const> examples, const PredictOptions& options) const;
  std::vector<RawOutput> find(std::span<const Example* const> examples, const PredictOptions& options) const;
  bool is_thread_safe() const;

  std::vector<const Generator*> members_;
  SearchTokens tokens_;
};

}  // namespace heed
