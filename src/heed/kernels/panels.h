// How the matrix B of a product A B lies in memory, whatever the number's type and the processor: in panels
// of kPanelColumns columns, row after row within a panel, so that a product reads each panel from end to end.
// The columns are filled up with zeros to whole pairs of panels, because the widest registers take two.
#pragma once

#include <cstdint>

namespace heed::kernels {

inline constexpr int64_t kPanelColumns = 16;

inline int64_t padded_columns(int64_t columns) {
  return (columns + 2 * kPanelColumns - 1) / (2 * kPanelColumns) * (2 * kPanelColumns);
}

// Where a product goes: c [rows, columns], `stride` floats a row, = sums + bias, or += sums.
struct Into {
  float* c = nullptr;
  int64_t stride = 0;
  bool add = false;
  const float* bias = nullptr;  // [columns]; null = none, and always so with `add`

  Into at(int64_t row, int64_t column) const {
    return {c + row * stride + column, stride, add, bias == nullptr ? nullptr : bias + column};
  }
  // Sums that were made elsewhere, `from_stride` a row, because the result has no more columns here.
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
