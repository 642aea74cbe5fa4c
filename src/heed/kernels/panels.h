// The memory layout of the matrix B of a product A B, whatever the number type and the processor: panels of
// kPanelColumns columns, row after row within a panel, so that a product reads each panel sequentially.
// Columns are padded with zeros to whole pairs of panels, because the widest registers take two.
#pragma once

#include <cstdint>

namespace heed::kernels {

inline constexpr int64_t kPanelColumns = 16;

inline int64_t padded_columns(int64_t columns) {
  return (columns + 2 * kPanelColumns - 1) / (2 * kPanelColumns) * (2 * kPanelColumns);
}

// The destination of a product: c [rows, columns] = sums + bias, or += sums; rows of c are `stride` floats
// apart.
struct ProductOutput {
  float* c = nullptr;
  int64_t stride = 0;
  bool add = false;
  const float* bias = nullptr;  // [columns]; may be null, and must be with `add`

  ProductOutput at(int64_t row, int64_t column) const {
    return {c + row * stride + column, stride, add, bias == nullptr ? nullptr : bias + column};
  }
  // Stores sums that were computed elsewhere because the result has no more columns here; their rows are
  // `from_stride` apart.
  void put(const float* sums, int64_t from_stride, int64_t rows, int64_t columns) const {
    for (int64_t r = 0; r < rows; ++r) {
      for (int64_t j = 0; j < columns; ++j) {
        float& to = c[r * stride + j];
        to = (add ? to : 0) + (bias == nullptr ? 0 : bias[j]) + sums[r * from_stride + j];
      }
    }
  }
};

}  // namespace heed::kernels
