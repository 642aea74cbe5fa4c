// Decoder of Bahdanau 2015: attend with the state before the step, then let the cell read token and context.
//   s_0 = tanh(W ←h_1),  c_i = attend(s_{i−1}),  s_i = cell([E y_{i−1}; c_i], s_{i−1}),
//   logits = V tanh(U [s_i; E y_{i−1}; c_i])
#pragma once

#include <memory>

#include "heed/base/options.h"
#include "heed/models/decoder.h"
#include "heed/nn/attention/attention.h"
#include "heed/nn/layers.h"

namespace heed {

struct BahdanauDecoderOptions {
  static constexpr const char* kType = "bahdanau";
  CellOptions cell;
  int64_t embedding = 128, width = 256, readout = 128;
  static void fields(auto& o, auto&& f) {
    f("cell", o.cell, "recurrent cell");
    f("embedding", o.embedding, "width of the token vectors", at_least(1));
    f("width", o.width, "width of the cell", at_least(1));
    f("readout", o.readout, "width of the hidden layer before the output", at_least(1));
  }
  std::unique_ptr<Decoder> make(const AttentionOptions& attention, const Encoder& encoder, int64_t vocabulary,
                                const Scope& scope) const;
};

}  // namespace heed
