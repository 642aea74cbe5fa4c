// A Decoder produces an output a token at a time. `step` is one graph with three drivers: search, forced
// scoring, and folding over given tokens in training. Features of all steps are read out at once where they
// are known at once.
#pragma once

#include <vector>

#include "heed/models/encoder.h"
#include "heed/nn/attention/layer.h"
#include "heed/nn/layers.h"

namespace heed {

struct DecoderState {
  std::vector<CellState> layers;  // each tensor [B,D]
  Tensor fed;                     // [B,F]: what one step hands the next beside its cells; undefined = nothing
  Carry carry;

  // Every tensor that is part of it and there, in one order, with a name.
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
  Glance glance;        // without weights if the decoder has no attention
  Tensor top, context;  // [B,D], [B,C]: the cells' output and what was attended to; what a copy gate reads
};

struct Decoder {
  virtual ~Decoder() = default;
  virtual bool attends() const { return true; }
  virtual Memory remember(const Encoded& encoded) const = 0;  // empty if it does not attend
  virtual DecoderState start(const Encoded& encoded, const Memory& memory) const = 0;
  virtual DecoderStep step(const Tensor& embedded, const DecoderState& state, const Memory& memory,
                           const StepNoise& noise) const = 0;  // [B,E]
  virtual Tensor readout(const Tensor& features) const = 0;    // [...,F] → [...,R], what logits are made of
  virtual int64_t readout_width() const = 0;                   // R
  virtual int64_t seen_width() const { return 0; }             // D + C; 0 if it does not attend
};

}  // namespace heed
