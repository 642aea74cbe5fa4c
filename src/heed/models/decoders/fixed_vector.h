// Decoders without attention: all they know of the source is one vector, however long it was. The baseline
// that attention was invented against.
//   feed: start       the vector is the first state alone (Sutskever 2014)
//   feed: every-step  v = tanh(W [ends]) is also read at every step, by the cells and by the readout (Cho
//   2014)
#pragma once

#include <memory>
#include <string>

#include "heed/models/decoders/stack.h"
#include "heed/nn/attention/layer.h"

namespace heed {

struct FixedVectorDecoderOptions : StackOptions {
  static constexpr const char* kType = "fixed-vector";
  std::string feed = "start";
  int64_t readout = 128;
  static void fields(auto& o, auto&& f) {
    StackOptions::fields(o, f);
    f("feed", o.feed, "where the vector goes: the first state, or every step too",
      one_of({"start", "every-step"}));
    f("readout", o.readout, "width of the hidden layer before the output", count_from(1));
  }
  std::unique_ptr<Decoder> make(const AttentionLayerOptions& attention, const Encoder& encoder,
                                int64_t embedding, const Scope& scope) const;
};

}  // namespace heed
