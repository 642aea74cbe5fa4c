// A Decoder produces an output one token at a time (`step`), for search and forced scoring, or processes a
// whole given output at once (`run`), for training. A recurrent decoder need not implement `run`, which by
// default calls `step`.
#pragma once

#include <vector>

#include "heed/models/encoder.h"
#include "heed/nn/attention/layer.h"
#include "heed/nn/layers.h"

namespace heed {

struct DecoderState {
  std::vector<CellState> layers;  // each tensor [B,D]
  Tensor fed;  // [B,F]: passed to the next step besides the cells' states; undefined if there is nothing
  Carry carry;

  // Visits every defined tensor of the state with its name, in a fixed order.
  void each(const auto& visit) {
    for (std::size_t layer = 0; layer < layers.size(); ++layer) {
      for (std::size_t i = 0; i < layers[layer].size(); ++i)
        visit("layer" + std::to_string(layer) + ".state" + std::to_string(i), layers[layer][i]);
    }
    if (fed.defined()) visit("fed", fed);
    if (carry.position.defined()) visit("carry.position", carry.position);
    if (carry.weights.defined()) visit("carry.weights", carry.weights);
    if (carry.coverage.defined()) visit("carry.coverage", carry.coverage);
  }
};

struct DecoderStep {
  Tensor features;  // [B,F]
  DecoderState state;
  Glance glance;        // has no weights if the decoder has no attention
  Tensor top, context;  // [B,D], [B,C]: the output of the cells and the context
};

// The input of a copy gate for a step: its context, the output of the cells and the vector of the input
// token.
inline Tensor seen_by(const DecoderStep& step, const Tensor& embedded) {
  return ops::concat({step.context, step.top, embedded});
}

// The result of a decoder for a whole given output. `glances`, `before` and `seen` are set only if asked for.
struct DecoderRun {
  Tensor features;              // [B,T,F]
  std::vector<Glance> glances;  // the attention of each step
  std::vector<Carry> before;    // what the attention of each step started from
  Tensor seen;                  // [B,T,C + D + E]: seen_by() of each step
};

struct DecoderRunNeeds {
  bool glances = false, seen = false;
};

struct Decoder {
  virtual ~Decoder() = default;
  virtual bool attends() const { return true; }
  virtual Memory remember(const Encoded& encoded) const = 0;  // empty if the decoder has no attention
  virtual DecoderState start(const Encoded& encoded, const Memory& memory) const = 0;
  virtual DecoderStep step(const Tensor& embedded, const DecoderState& state, const Memory& memory,
                           const StepNoise& noise) const = 0;  // [B,E]
  // Runs all steps. `embedded` [B,T,E] are the vectors of the input tokens; the features are those that
  // `step` would return.
  virtual DecoderRun run(const Tensor& embedded, const DecoderState& start, const Memory& memory,
                         const Dropout& dropout, const DecoderRunNeeds& needs) const;
  // [...,F] → [...,R], the input of the output layer
  virtual Tensor readout(const Tensor& features) const = 0;
  virtual int64_t readout_width() const = 0;        // R
  virtual int64_t seen_width() const { return 0; }  // D + C; 0 if the decoder has no attention
};

}  // namespace heed
