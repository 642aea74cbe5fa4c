// The kinds of model that are tested alike. Each is a choice of options, whose sizes the fixture makes small;
// between them they take every encoder, decoder, bridge, cell, score, window, normaliser and feature.
#pragma once

#include <functional>

#include "heed/models/encoder_decoder.h"

namespace heed {

struct Kind {
  const char* name;
  bool attends;
  std::function<void(EncoderDecoderOptions&)> choose;
  bool copies = false;
  bool sums_to_one = true;  // over the whole source
};

inline auto& encoder_of(EncoderDecoderOptions& o) {
  return std::get<RecurrentEncoderOptions>(o.encoder);
}

template <class Decoder>
Decoder& decoder_of(EncoderDecoderOptions& o, CellOptions cell, int64_t layers) {
  Decoder& decoder = o.decoder.emplace<Decoder>();
  decoder.cell = encoder_of(o).cell = cell;
  decoder.layers = encoder_of(o).layers = layers;
  return decoder;
}

inline const Kind kKinds[] = {
    {"GruAdditive", true, [](auto& o) { decoder_of<BahdanauDecoderOptions>(o, GruOptions{}, 1); }},
    {"LstmAdditiveDeep", true,
     [](auto& o) {
       decoder_of<BahdanauDecoderOptions>(o, LstmOptions{}, 2).residual = true;
       encoder_of(o).residual = true;
     }},
    {"GruDotMaxout", true,
     [](auto& o) {
       auto& decoder = decoder_of<BahdanauDecoderOptions>(o, GruOptions{}, 2);
       decoder.activation = "maxout";
       decoder.bridge = DenseBridgeOptions{"backward"};
       o.attention.score = DotOptions{};
     }},
    {"PeepholeTied", true,
     [](auto& o) {
       decoder_of<BahdanauDecoderOptions>(o, PeepholeOptions{}, 1).bridge = ZeroBridgeOptions{};
       o.embedding.tied = "target";
     }},
    {"LuongGeneral", true,
     [](auto& o) {
       decoder_of<LuongDecoderOptions>(o, LstmOptions{}, 2).residual = true;
       o.attention.score = GeneralOptions{};
     }},
    {"LuongScaledDotWithoutFeeding", true,
     [](auto& o) {
       decoder_of<LuongDecoderOptions>(o, GruOptions{"before"}, 1).input_feeding = false;
       o.attention.score = ScaledDotOptions{};
     }},
    {"LocalPredictive", true,
     [](auto& o) {
       decoder_of<LuongDecoderOptions>(o, LstmOptions{}, 1);
       o.attention.score = GeneralOptions{};
       o.attention.window = LocalPredictiveOptions{};
     },
     false, false},
    {"LocalMonotonicLocation", true,
     [](auto& o) {
       decoder_of<LuongDecoderOptions>(o, GruOptions{}, 1);
       o.attention.score = LocationOptions{};
       o.attention.window = LocalMonotonicOptions{};
     }},
    {"LocationAwareMedianSmoothing", true,
     [](auto& o) {
       decoder_of<BahdanauDecoderOptions>(o, GruOptions{}, 1);
       o.attention.score = LocationAwareOptions{};
       o.attention.window = MedianOptions{};
       o.attention.normaliser = SmoothingOptions{};
     }},
    {"HeadsSparsemaxCoverage", true,
     [](auto& o) {
       decoder_of<BahdanauDecoderOptions>(o, GruOptions{}, 1);
       o.attention.heads = 2;
       o.attention.score = ConcatOptions{};
       o.attention.normaliser = SparsemaxOptions{};
       o.attention.coverage.feature = true;
     }},
    {"StructuredGeneralOverConvolution", true,
     [](auto& o) {
       o.encoder.template emplace<ConvolutionEncoderOptions>().width = 4;
       o.decoder.template emplace<LuongDecoderOptions>();
       o.attention.score = GeneralOptions{};
       o.attention.normaliser = StructuredOptions{};
     },
     false, false},
    {"TopKWithModulesOverEmbeddings", true,
     [](auto& o) {
       o.encoder.template emplace<EmbeddingsEncoderOptions>();
       o.decoder.template emplace<LuongDecoderOptions>();
       o.attention.query = QueryModuleOptions{3, "relu", true};
       o.attention.key_value = KeyValueModuleOptions{4, "tanh"};
       o.attention.score = AdditiveOptions{};
       o.attention.normaliser = TopKOptions{};
       o.attention.residual = true;
     }},
    {"CosineCausalOverSlidingSelfAttention", true,
     [](auto& o) {
       auto& encoder = o.encoder.template emplace<SelfAttentionEncoderOptions>();
       encoder.width = 4;
       encoder.hidden = 5;
       encoder.attention.heads = 2;
       encoder.attention.window = SlidingOptions{1};
       o.decoder.template emplace<BahdanauDecoderOptions>();
       o.attention.score = CosineOptions{};
       o.attention.window = CausalOptions{};
     }},
    {"FixedVectorOverSelfAttention", false,
     [](auto& o) {
       auto& encoder = o.encoder.template emplace<SelfAttentionEncoderOptions>();
       encoder.width = 4;
       encoder.hidden = 3;
       encoder.attention.heads = 1;
       o.decoder.template emplace<FixedVectorDecoderOptions>();
     }},
    {"Hard", true,
     [](auto& o) {
       decoder_of<BahdanauDecoderOptions>(o, GruOptions{}, 1);
       o.attention.normaliser = HardOptions{};
     }},
    {"CopyCoverageLocalMonotonic", true,
     [](auto& o) {
       decoder_of<LuongDecoderOptions>(o, LstmOptions{}, 1);
       o.attention.score = AdditiveOptions{};
       o.attention.window = LocalMonotonicOptions{};
       o.attention.coverage.feature = true;
     },
     true},
    {"CopyHeads", true,
     [](auto& o) {
       decoder_of<BahdanauDecoderOptions>(o, GruOptions{}, 1);
       o.attention.heads = 4;
       o.attention.score = ScaledDotOptions{};
     },
     true},
    {"FixedVectorAtStart", false,
     [](auto& o) {
       decoder_of<FixedVectorDecoderOptions>(o, LstmOptions{}, 2).bridge = CopyBridgeOptions{};
     }},
    {"FixedVectorAtEveryStep", false,
     [](auto& o) { decoder_of<FixedVectorDecoderOptions>(o, SimpleOptions{}, 2).feed = "every-step"; }}};

}  // namespace heed
