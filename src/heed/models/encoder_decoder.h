// Sequence to sequence: any encoder of tokens or vectors, any decoder, and any attention between them.
#pragma once

#include <memory>
#include <string>
#include <variant>

#include "heed/models/decoders/bahdanau.h"
#include "heed/models/decoders/fixed_vector.h"
#include "heed/models/decoders/luong.h"
#include "heed/models/encoders.h"
#include "heed/models/guide.h"
#include "heed/models/model.h"

namespace heed {

struct EmbeddingOptions {
  int64_t width = 128;
  std::string tied = "none";
  static void fields(auto& o, auto&& f) {
    f("width", o.width, "width of the token vectors of both sides", count_from(1));
    f("tied", o.tied, "share one table for target and output layer, or also for source (needs task.joint)",
      one_of({"none", "target", "all"}));
  }
};

struct EncoderDecoderOptions {
  static constexpr const char* kType = "encoder-decoder";
  EmbeddingOptions embedding;
  EncoderOptions encoder;
  std::variant<BahdanauDecoderOptions, LuongDecoderOptions, FixedVectorDecoderOptions> decoder;
  AttentionLayerOptions attention;
  GuideOptions guide;
  DropoutOptions dropout;
  double label_smoothing = 0.0;
  static void fields(auto& o, auto&& f) {
    f("embedding", o.embedding, "the vectors of tokens");
    f("encoder", o.encoder, "encoder, which reads the source");
    f("decoder", o.decoder, "decoder, which generates the target");
    f("attention", o.attention, "attention from the target to the source; not used by fixed-vector");
    f("guide", o.guide, "additional loss that guides the attention");
    f("dropout", o.dropout, "dropout in training");
    f("label_smoothing", o.label_smoothing, "label smoothing: probability spread over the vocabulary",
      between(0.0, 0.9));
  }
  bool attends() const { return !std::holds_alternative<FixedVectorDecoderOptions>(decoder); }
  std::unique_ptr<Model> make(const Task& task, const Scope& scope) const;
};

}  // namespace heed
