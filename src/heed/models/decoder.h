// A Decoder produces an output a token at a time. `step` is one graph with three drivers: search, forced
// scoring, and folding over given tokens in training. Features of all steps are read out at once where they
// are known at once.
#pragma once

#include <vector>

#include "heed/models/encoder.h"
#include "heed/nn/attention/types.h"
#include "heed/nn/recurrent/cell.h"

namespace heed {

struct DecoderState {
  CellState cells;  // each [B,D]
  Carry carry;
};

struct DecoderStep {
  Tensor features;  // [B,F]
  DecoderState state;
  Glance glance;
};

struct Decoder {
  virtual ~Decoder() = default;
  virtual Memory remember(const Encoded& encoded) const = 0;
  virtual DecoderState start(const Encoded& encoded) const = 0;
  virtual Tensor embed(const Tensor& tokens) const = 0;  // [...] → [...,E]
  virtual DecoderStep step(const Tensor& embedded, const DecoderState& state,
                           const Memory& memory) const = 0;  // [B,E]
  virtual Tensor readout(const Tensor& features) const = 0;  // [...,F] → logits [...,V]
};

}  // namespace heed
