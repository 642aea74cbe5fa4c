// The list of scorers: the one line to edit for a new one.
#pragma once

#include <variant>

#include "heed/nn/attention/scorers/all.h"

namespace heed {

using ScorerOptions = std::variant<AdditiveOptions, ConcatOptions, CosineOptions, DotOptions, GeneralOptions,
                                   LocationOptions, LocationAwareOptions, ScaledDotOptions>;

}  // namespace heed
