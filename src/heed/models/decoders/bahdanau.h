// Decoder of Bahdanau 2015: attend with the state before the step, then let the cell read token and context.
//   c_i = attend(s_{i−1}),  s_i = cell([E y_{i−1}; c_i], s_{i−1}),  t_i = act(U [s_i; E y_{i−1}; c_i]),
// and the output layer reads t_i: the paper's deep output, act = maxout there, tanh or maxout here. With
// several layers the lowest one's state asks, and all of them read the context (Wu 2016).
#pragma once

#include <memory>
#include <string>

#include "heed/models/decoders/stack.h"

namespace heed {

struct BahdanauDecoderOptions : StackOptions {
  static constexpr const char* kType = "bahdanau";
  int64_t readout = 128;
  std::string activation = "tanh";
  static void fields(auto& o, auto&& f) {
    StackOptions::fields(o, f);
    f("readout", o.readout, "width of the hidden layer before the output", count_from(1));
    f("activation", o.activation, "of that layer: tanh, or maxout over pairs", one_of({"tanh", "maxout"}));
  }
  std::unique_ptr<Decoder> make(const AttentionLayerOptions& attention, const Encoder& encoder,
                                int64_t embedding, const Scope& scope) const;
};

}  // namespace heed
