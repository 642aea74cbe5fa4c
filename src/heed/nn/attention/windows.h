// The list of windows: the one line to edit for a new one.
#pragma once

#include <variant>

#include "heed/nn/attention/windows/all.h"

namespace heed {

using WindowOptions = std::variant<GlobalOptions, CausalOptions, LocalMonotonicOptions,
                                   LocalPredictiveOptions, MedianOptions, SlidingOptions>;

}  // namespace heed
