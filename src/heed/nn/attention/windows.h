// The list of all windows. A new one needs one more line here.
#pragma once

#include <variant>

#include "heed/nn/attention/windows/all.h"

namespace heed {

using WindowOptions = std::variant<GlobalOptions, CausalOptions, LocalMonotonicOptions,
                                   LocalPredictiveOptions, MedianOptions, SlidingOptions>;

}  // namespace heed
