// Products with a matrix that is used many times and laid out for the processor once. (large_product.h is for
// matrices that are used once.) The numbers are floats, or upper halves of floats (bf16), which need half the
// memory traffic and are converted to floats when read.
#pragma once

#include <cstdint>

#include "heed/kernels/aligned.h"
#include "heed/kernels/panels.h"

namespace heed::kernels {

// A matrix in memory: element (r, c) is at data[r · row + c · column].
template <class Number>
struct View {
  const Number* data = nullptr;
  int64_t rows = 0, columns = 0;
  int64_t row = 0, column = 1;

  View transposed() const { return {data, columns, rows, column, row}; }
};
using MatrixView = View<float>;

// The matrix B of a product A B in panels (panels.h), aligned to cache lines: rows · padded_columns(columns)
// numbers. Some rows of such a matrix form one, too; `data` then points to the first of them in the first
// panel.
template <class Number>
struct Panels {
  const Number* data = nullptr;
  int64_t rows = 0, columns = 0;
  int64_t panel_rows = rows;  // rows of the whole matrix
};

// Packs one of `parts` parts of B; several threads can pack different parts.
void pack(const MatrixView& b, float* to, int64_t part = 0, int64_t parts = 1);

// Owns the memory of panels.
class PackedMatrix {
 public:
  void pack(const MatrixView& b);
  // Packs one of `parts` parts of a matrix that has the same shape as the last one; several threads can pack
  // different parts.
  void pack_part(const MatrixView& b, int64_t part, int64_t parts);
  int64_t rows() const { return rows_; }
  int64_t columns() const { return columns_; }
  Panels<float> panels() const { return {data_.get(), rows_, columns_}; }

 private:
  AlignedFloats data_;
  int64_t rows_ = 0, columns_ = 0, capacity_ = 0;
};

void multiply(const MatrixView& a, const Panels<float>& b, const ProductOutput& into);
void multiply(const MatrixView& a, const Panels<uint16_t>& b, const ProductOutput& into);

}  // namespace heed::kernels
