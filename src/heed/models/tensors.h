// Converts the numbers of a batch to tensors.
#pragma once

#include <span>
#include <vector>

#include "heed/ops/tensor.h"

namespace heed {

// Copies the numbers into an int64 tensor [rows, columns].
Tensor ids_tensor(std::span<const int64_t> ids, int64_t rows, int64_t columns);

// Copies the numbers into a float tensor of this shape.
Tensor numbers_tensor(std::span<const float> numbers, const std::vector<int64_t>& shape);

// A bool tensor [rows, columns] that is true before each row's length.
Tensor length_mask(std::span<const int64_t> lengths, int64_t columns);

}  // namespace heed
