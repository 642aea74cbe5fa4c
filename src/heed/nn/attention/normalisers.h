// The list of normalisers: the one line to edit for a new one.
#pragma once

#include <variant>

#include "heed/nn/attention/normalisers/all.h"

namespace heed {

using NormaliserOptions = std::variant<SoftmaxOptions, HardOptions, SmoothingOptions, SparsemaxOptions,
                                       StructuredOptions, TopKOptions>;

}  // namespace heed
