// Sequence to sequence: any encoder, any decoder, any attention between them.
#pragma once

#include <memory>
#include <string>
#include <variant>

#include "heed/models/decoders/bahdanau.h"
#include "heed/models/decoders/fixed_vector.h"
#include "heed/models/decoders/luong.h"
#include "heed/models/encoders/convolution.h"
#include "heed/models/encoders/embeddings.h"
#include "heed/models/encoders/recurrent.h"
#include "heed/models/encoders/self_attention.h"
#include "heed/models/guide.h"
#include "heed/models/model.h"

namespace heed {

struct EmbeddingOptions {
  int64_t width = 128;
  std::string tied = "none";
  static void fields(auto& o, auto&& f) {
    f("width", o.width, "width of the token vectors, of both sides", count_from(1));
    f("tied", o.tied, "one table for target and output, or for source too (needs task.joint)",
      one_of({"none", "target", "all"}));
  }
};

struct EncoderDecoderOptions {
  static constexpr const char* kType = "encoder-decoder";
  EmbeddingOptions embedding;
  std::variant<RecurrentEncoderOptions, ConvolutionEncoderOptions, EmbeddingsEncoderOptions,
               SelfAttentionEncoderOptions>
      encoder;
  std::variant<BahdanauDecoderOptions, LuongDecoderOptions, FixedVectorDecoderOptions> decoder;
  AttentionLayerOptions attention;
  GuideOptions guide;
  DropoutOptions dropout;
  double label_smoothing = 0.0;
  static void fields(auto& o, auto&& f) {
    f("embedding", o.embedding, "the vectors of tokens");
    f("encoder", o.encoder, "what reads the source");
    f("decoder", o.decoder, "what writes the target");
    f("attention", o.attention, "what looks from the target at the source; not used by fixed-vector");
    f("guide", o.guide, "where attention should look, as a further loss");
    f("dropout", o.dropout, "what is dropped in training");
    f("label_smoothing", o.label_smoothing, "probability spread over the vocabulary in training",
      between(0.0, 0.9));
  }
  bool attends() const { return !std::holds_alternative<FixedVectorDecoderOptions>(decoder); }
  std::unique_ptr<Model> make(const Task& task, const Scope& scope) const;
};

}  // namespace heed
