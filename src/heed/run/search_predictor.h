// Runs one model or an ensemble of models that generate their output token by token. Examples are batched by
// length; each batch is decoded by beam search, sampling, or scoring of given answers (search/), and its
// padding is removed.
#pragma once

#include <memory>
#include <vector>

#include "heed/data/schema.h"
#include "heed/run/generator.h"
#include "heed/run/predictor.h"
#include "heed/run/shared_pool.h"
#include "heed/search/search.h"

namespace heed {

class SearchPredictor : public Predictor {
 public:
  // The members must outlive the predictor. Several members form an ensemble and must have the same
  // vocabulary. `schema` is the schema of the examples.
  SearchPredictor(std::vector<const Generator*> members, SearchTokens tokens, const Schema& schema);

  std::vector<RawOutput> predict(std::span<const Example> examples, const PredictOptions& options) override;

 private:
  StepNeeds needs_of(const PredictOptions& options) const;
  // Returns a group number for each example. Examples with the same number may be in one batch.
  std::vector<int64_t> groups_of(std::span<const Example> examples, const PredictOptions& options) const;
  std::vector<Sentence> sentences_of(std::span<const Example* const> examples,
                                     const PredictOptions& options) const;
  std::unique_ptr<Stepper> start(std::span<const Example* const> examples,
                                 const PredictOptions& options) const;
  FoundHypotheses walk(Stepper& stepper, std::span<const Example* const> examples,
                       const PredictOptions& options) const;
  std::vector<RawOutput> find(std::span<const Example* const> examples, const PredictOptions& options) const;
  // Removes the padding of a batch, and attention and scores that the search needed but the caller did not
  // ask for.
  void trim(RawOutput& output, const Example& example, const PredictOptions& options) const;
  bool is_thread_safe() const;

  std::vector<const Generator*> members_;
  SearchTokens tokens_;
  Schema schema_;
  std::size_t answer_;  // the column that is generated
  SharedPool pool_;
};

}  // namespace heed
