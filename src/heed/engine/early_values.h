// A decoding step multiplies its context with weights: W Σ a_j v_j. That is Σ a_j (W v_j), and the W v_j can
// be made once for each sentence, when it is prepared: the step is without those weights then, and adds up
// longer vectors, which are rounded to eight bits where the weights are int8. It pays where several rows look
// at a sentence, or where reading the weights is what takes the time; and not where sources are long. So
// there are two programs of a step. They round differently, which is why an engine chooses by the model, the
// search and the sentence's own length, and never by what else is in the batch.
#pragma once

#include <cstdint>
#include <optional>

#include "heed/engine/program.h"
#include "heed/engine/weights.h"
#include "heed/graph/graph.h"

namespace heed::engine {

struct EarlyValues {
  Graph step;
  int64_t weights = 0;  // how many weights a step does without
  int64_t outputs = 0;  // the numbers of the vectors W v of one token

  // The longest source, in tokens, for which a sentence with up to `width` rows takes the early values; 0:
  // none does.
  int64_t longest_source(int64_t width) const;
};

// The step with contexts that are made so; nothing if it has none. `built` is the step as it is.
std::optional<EarlyValues> make_values_early(const Graph& step, const Program& built,
                                             const WeightStore& parameters);

}  // namespace heed::engine
