// Whatever runs a model: examples in, raw outputs out. There are two: libtorch and the engine.
#pragma once

#include <span>
#include <vector>

#include "heed/data/record.h"
#include "heed/search/search.h"

namespace heed {

struct PredictOptions {
  SearchOptions search;
  bool given = false;     // score each example's own target instead of searching
  bool attention = true;  // keep the weights of every step
  bool prefix = false;    // every output begins with the example's own target
  bool scores = true;     // false: greedy outputs may come without log-probabilities, which saves making them
  int64_t threads = 1;    // batches side by side, where what runs the model can
};

struct RawOutput {
  std::vector<Hypothesis> hypotheses;        // best first
  bool given = false;                        // the one hypothesis is the example's own target
  std::vector<AttentionBlock> blocks = {};   // what each of a hypothesis' `attention` is
  std::vector<BlockAttention> encoder = {};  // the attention inside the encoder; empty if it has none
};

struct Predictor {
  virtual ~Predictor() = default;
  virtual std::vector<RawOutput> predict(std::span<const Example> examples,
                                         const PredictOptions& options) = 0;
};

}  // namespace heed
