// Rewrites a decoding step so that products with the context are computed early. A step multiplies its
// context with weights: W Σ a_j v_j. This equals Σ a_j (W v_j), and the W v_j can be computed once for each
// sentence when it is prepared. The step then does not need those weights, but sums longer vectors, which are
// rounded to eight bits if the weights are int8. This is faster if several rows share a sentence or if
// reading the weights dominates the time, and slower for long sources. So there are two programs of a step.
// They round differently, so the engine chooses by the model, the search and the sentence's own length, and
// never by the other sentences of the batch.
#pragma once

#include <cstdint>
#include <optional>

#include "heed/engine/program.h"
#include "heed/engine/weights.h"
#include "heed/graph/graph.h"

namespace heed::engine {

struct EarlyValues {
  Graph step;
  int64_t weights = 0;  // number of weights that a step no longer reads
  int64_t outputs = 0;  // total size of the vectors W v of one token

  // The longest source, in tokens, for which a sentence with up to `width` rows uses the early values; 0: no
  // sentence does.
  int64_t longest_source(int64_t width) const;
};

// Returns the rewritten step, or nothing if the step has no such products. `built` is the original step.
std::optional<EarlyValues> make_values_early(const Graph& step, const Program& built,
                                             const WeightStore& parameters);

}  // namespace heed::engine
