// Decoder of Luong 2015: the layers run first, then the top one attends.
//   h_t = cells([E y_{t−1}; h̃_{t−1}]) (input feeding),  c_t = attend(h_t),  h̃_t = tanh(W_c [c_t; h_t]).
// The output layer reads h̃_t.
#pragma once

#include <memory>

#include "heed/models/decoders/stack.h"

namespace heed {

struct LuongDecoderOptions : StackOptions {
  static constexpr const char* kType = "luong";
  int64_t readout = 256;
  bool input_feeding = true;
  static void fields(auto& o, auto&& f) {
    StackOptions::fields(o, f);
    f("readout", o.readout, "width of the attentional state before the output layer", count_from(1));
    f("input_feeding", o.input_feeding, "each step also reads the attentional state of the last step");
  }
  std::unique_ptr<Decoder> make(const AttentionLayerOptions& attention, const Encoder& encoder,
                                int64_t embedding, const Scope& scope) const;
};

}  // namespace heed
