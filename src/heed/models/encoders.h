// The encoders that a model can choose from.
#pragma once

#include <variant>

#include "heed/models/encoders/convolution.h"
#include "heed/models/encoders/embeddings.h"
#include "heed/models/encoders/recurrent.h"
#include "heed/models/encoders/self_attention.h"

namespace heed {

using EncoderOptions = std::variant<RecurrentEncoderOptions, ConvolutionEncoderOptions,
                                    EmbeddingsEncoderOptions, SelfAttentionEncoderOptions>;

inline std::unique_ptr<Encoder> make_encoder(const EncoderOptions& options, const Scope& scope,
                                             int64_t inputs) {
  return std::visit([&](const auto& o) { return o.make(scope, inputs); }, options);
}

}  // namespace heed
