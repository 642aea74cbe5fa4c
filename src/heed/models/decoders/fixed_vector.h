// Decoders without attention: the source is represented by one vector, whatever its length. This is the
// baseline that attention was invented against.
//   feed: start       the vector is only the first state (Sutskever 2014)
//   feed: every-step  v = tanh(W [ends]) is also read at every step by the cells and the readout (Cho 2014)
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
    f("feed", o.feed, "use the vector for the first state only, or at every step too",
      one_of({"start", "every-step"}));
    f("readout", o.readout, "width of the hidden layer before the output", count_from(1));
  }
  std::unique_ptr<Decoder> make(const AttentionLayerOptions& attention, const Encoder& encoder,
                                int64_t embedding, const Scope& scope) const;
};

}  // namespace heed
