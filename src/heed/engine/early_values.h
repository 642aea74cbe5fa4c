// A decoding step multiplies its context with weights: W Σ a_j v_j. That is Σ a_j (W v_j), and the W v_j can
// be made once a sentence, when it is prepared: the step is without those weights then, and adds up longer
// vectors. It pays where several rows look at a sentence, or so few rows are run that reading the weights is
// what takes the time; and not where sources are long. So there are two programs of a step, and an engine
// chooses.
#pragma once

#include <cstdint>
#include <optional>

#include "heed/engine/program.h"
#include "heed/engine/weights.h"
#include "heed/graph/graph.h"

namespace heed::engine {

struct EarlyValues {
  Graph step;
  // Of the weights that a step does without, and of the vectors W v.
  int64_t weights = 0, weight_bytes = 0, outputs = 0;
  // What a product of many rows makes while a byte is read; eight times as many in tiles.
  int64_t products_a_byte = 2;

  // Whether it is faster for so many sentences of up to `length` tokens, of which each has up to `width`
  // rows.
  bool pay(int64_t sentences, int64_t length, int64_t width) const;
};

// The step with contexts that are made so; nothing if it has none. `built` is the step as it is.
std::optional<EarlyValues> make_values_early(const Graph& step, const Program& built,
                                             const Parameters& parameters);

}  // namespace heed::engine
