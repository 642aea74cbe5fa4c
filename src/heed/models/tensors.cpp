#include "heed/models/tensors.h"

#include <ATen/ATen.h>

#include <algorithm>

namespace heed {

Tensor ids_tensor(std::span<const int64_t> ids, int64_t rows, int64_t columns) {
  Tensor tensor = at::empty({rows, columns}, at::TensorOptions().dtype(at::kLong));
  std::copy(ids.begin(), ids.end(), tensor.data_ptr<int64_t>());
  return tensor;
}

Tensor numbers_tensor(std::span<const float> numbers, const std::vector<int64_t>& shape) {
  Tensor tensor = at::empty(shape, at::TensorOptions().dtype(at::kFloat));
  std::copy(numbers.begin(), numbers.end(), tensor.data_ptr<float>());
  return tensor;
}

Tensor length_mask(std::span<const int64_t> lengths, int64_t columns) {
  auto rows = static_cast<int64_t>(lengths.size());
  Tensor limits = ids_tensor(lengths, rows, 1);
  return at::arange(columns, at::TensorOptions().dtype(at::kLong)).unsqueeze(0) < limits;
}

}  // namespace heed
