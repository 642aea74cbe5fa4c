// The interface that runs a model: examples in, raw outputs out. One implementation is for models that
// generate token by token (search_predictor.h), the other for models that compute their output in one pass
// (pass_predictor.h).
#pragma once

#include <span>
#include <vector>

#include "heed/data/column.h"
#include "heed/search/options.h"
#include "heed/tasks/raw_output.h"

namespace heed {

struct PredictOptions {
  SearchOptions search;
  bool given = false;     // score each example's own answer instead of predicting one
  bool attention = true;  // keep the weights of every step
  bool prefix = false;    // every output begins with the example's own answer
  bool scores = true;     // false: greedy outputs may lack log-probabilities, which saves their computation
  int64_t threads = 1;    // batches that run at the same time, if the model supports it
};

struct Predictor {
  virtual ~Predictor() = default;
  // Returns one output for each example. Arrays that are stored in files must have been read.
  virtual std::vector<RawOutput> predict(std::span<const Example> examples,
                                         const PredictOptions& options) = 0;
};

}  // namespace heed
