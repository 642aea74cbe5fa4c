// The list of all normalisers. A new one needs one more line here.
#pragma once

#include <variant>

#include "heed/nn/attention/normalisers/all.h"

namespace heed {

using NormaliserOptions = std::variant<SoftmaxOptions, HardOptions, SmoothingOptions, SparsemaxOptions,
                                       StructuredOptions, TopKOptions>;

}  // namespace heed
