// Decoder of Bahdanau 2015: it attends with the state before the step, then the cell reads token and context.
//   c_i = attend(s_{i−1}),  s_i = cell([E y_{i−1}; c_i], s_{i−1}),  t_i = act(U [s_i; E y_{i−1}; c_i]).
// The output layer reads t_i: the paper's deep output, where act is maxout; here it is tanh or maxout. With
// several layers, the state of the lowest one is the query, and all layers read the context (Wu 2016).
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
    f("activation", o.activation, "activation of that layer: tanh, or maxout over pairs",
      one_of({"tanh", "maxout"}));
  }
  std::unique_ptr<Decoder> make(const AttentionLayerOptions& attention, const Encoder& encoder,
                                int64_t embedding, const Scope& scope) const;
};

}  // namespace heed
