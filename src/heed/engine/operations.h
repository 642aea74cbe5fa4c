// The engine's operations by their names in the table of graph/operation.h. Each file of operations/ has a
// group of makers.
#pragma once

#include <map>
#include <string>

#include "heed/engine/builder.h"

namespace heed::engine {

using Maker = Instruction (*)(NodeBuilder& node);
using Makers = std::map<std::string, Maker>;

// The maker of an operation. Throws InputError, which says what to do, if there is no such operation.
Maker maker_of(const std::string& op);

Makers pointwise_makers();        // operations/pointwise.cpp
Makers sequence_makers();         // operations/sequence.cpp
Makers product_makers();          // operations/products.cpp
Makers early_value_makers();      // operations/early_values.cpp
Makers attention_makers();        // operations/attention.cpp
Makers normalise_makers();        // operations/normalise.cpp
Makers window_makers();           // operations/windows.cpp
Makers gathered_window_makers();  // operations/gathered_windows.cpp
Makers output_makers();           // operations/output.cpp

}  // namespace heed::engine
