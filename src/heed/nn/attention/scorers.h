// The list of all scorers. A new one needs one more line here.
#pragma once

#include <variant>

#include "heed/nn/attention/scorers/all.h"

namespace heed {

using ScorerOptions = std::variant<AdditiveOptions, ConcatOptions, CosineOptions, DotOptions, GeneralOptions,
                                   LocationOptions, LocationAwareOptions, ScaledDotOptions>;

}  // namespace heed
