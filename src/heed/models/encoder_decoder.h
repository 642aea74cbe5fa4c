// Sequence to sequence: any encoder, any decoder, any attention between them.
#pragma once

#include <memory>
#include <variant>

#include "heed/models/decoders/bahdanau.h"
#include "heed/models/encoders/recurrent.h"
#include "heed/models/model.h"

namespace heed {

struct EncoderDecoderOptions {
  static constexpr const char* kType = "encoder-decoder";
  std::variant<RecurrentEncoderOptions> encoder;
  std::variant<BahdanauDecoderOptions> decoder;
  AttentionOptions attention;
  double dropout = 0.0;
  static void fields(auto& o, auto&& f) {
    f("encoder", o.encoder, "what reads the source");
    f("decoder", o.decoder, "what writes the target");
    f("attention", o.attention, "what looks from the target at the source");
    f("dropout", o.dropout, "share of target embeddings and readout features dropped in training",
      between(0.0, 0.95));
  }
  std::unique_ptr<Model> make(const Task& task, const Scope& scope) const;
};

}  // namespace heed
