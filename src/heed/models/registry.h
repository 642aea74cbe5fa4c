// The list of all models.
#pragma once

#include <memory>
#include <variant>

#include "heed/models/classifier.h"
#include "heed/models/encoder_decoder.h"
#include "heed/models/model.h"
#include "heed/models/naive_bayes.h"

namespace heed {

using ModelOptions = std::variant<EncoderDecoderOptions, ClassifierOptions, NaiveBayesOptions>;

// The parameters of `scope` must outlive the model.
std::unique_ptr<Model> make_model(const ModelOptions& options, const Task& task, const Scope& scope);

}  // namespace heed
