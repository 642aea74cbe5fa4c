// The groups of the table of operations, one for each file in this folder.
#pragma once

#include <vector>

#include "heed/graph/infer.h"
#include "heed/graph/operation.h"

namespace heed {

std::vector<Operation> pointwise_operations();        // pointwise.cpp
std::vector<Operation> sequence_operations();         // sequence.cpp
std::vector<Operation> product_operations();          // products.cpp
std::vector<Operation> attention_operations();        // attention.cpp
std::vector<Operation> window_operations();           // windows.cpp
std::vector<Operation> gathered_window_operations();  // gathered_windows.cpp
std::vector<Operation> output_operations();           // output.cpp

}  // namespace heed
