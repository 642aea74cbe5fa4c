// From a batch's numbers to tensors.
#pragma once

#include <span>
#include <vector>

#include "heed/ops/tensor.h"

namespace heed {

// A copy, [rows, columns] of int64.
Tensor ids_tensor(std::span<const int64_t> ids, int64_t rows, int64_t columns);

// [rows, columns] bool, true before each row's length.
Tensor length_mask(std::span<const int64_t> lengths, int64_t columns);

}  // namespace heed
