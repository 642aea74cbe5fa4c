// Includes libtorch's tensor in the one way that compiles everywhere: clang 14 in C++20 needs ivalue.h first.
#pragma once

// clang-format off
#include <ATen/core/ivalue.h>
#include <ATen/core/Tensor.h>
// clang-format on

namespace heed {

using at::Tensor;

}  // namespace heed
