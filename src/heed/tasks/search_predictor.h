// Runs whatever writes its output a token at a time, one model or an ensemble, through search/: examples are
// put together by length, each batch is searched, sampled or scored, and its padding is taken off again.
#pragma once

#include <memory>
#include <vector>

#include "heed/search/stepper.h"
#include "heed/tasks/predictor.h"

namespace heed {

// A model that writes its output a token at a time.
struct Generator {
  virtual ~Generator() = default;
  // One row an example; the generator outlives it. Without `attention` it hands out no weights.
  virtual std::unique_ptr<Stepper> start(std::span<const Example* const> examples, bool attention) const = 0;
  virtual bool attends() const { return true; }              // false: there are no weights to hand out
  virtual bool reads_by_attention() const { return false; }  // whether there are looks at the source itself
};

class SearchPredictor : public Predictor {
 public:
  // The members outlive it; several are an ensemble, all over one vocabulary.
  SearchPredictor(std::vector<const Generator*> members, SearchTokens tokens);

  std::vector<RawOutput> predict(std::span<const Example> examples, const PredictOptions& options) override;

 private:
  std::unique_ptr<Stepper> start(std::span<const Example* const> examples,
                                 const PredictOptions& options) const;
  Found walk(Stepper& stepper, std::span<const Example* const> examples, const PredictOptions& options) const;
  std::vector<RawOutput> find(std::span<const Example* const> examples, const PredictOptions& options) const;

  std::vector<const Generator*> members_;
  SearchTokens tokens_;
};

}  // namespace heed
