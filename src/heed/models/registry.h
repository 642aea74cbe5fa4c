// The only list of models.
#pragma once

#include <memory>
#include <variant>

#include "heed/models/encoder_decoder.h"
#include "heed/models/model.h"

namespace heed {

using ModelOptions = std::variant<EncoderDecoderOptions>;

// `scope`'s parameters outlive the model.
std::unique_ptr<Model> make_model(const ModelOptions& options, const Task& task, const Scope& scope);

}  // namespace heed
