// Products with a matrix that is used again and again: it is laid out for the processor once. (One that is
// used once is for large_product.h.) Its numbers are floats, or the upper halves of floats (bf16), which take
// half the memory to read and are made floats again on the way.
#pragma once

#include <cstdint>

#include "heed/kernels/aligned.h"
#include "heed/kernels/panels.h"

namespace heed::kernels {

// A matrix as it lies in memory: element (r, c) is at data[r · row + c · column].
template <class Number>
struct View {
  const Number* data = nullptr;
  int64_t rows = 0, columns = 0;
  int64_t row = 0, column = 1;

  View transposed() const { return {data, columns, rows, column, row}; }
};
using MatrixView = View<float>;

// B of A B in panels (panels.h): aligned to lines of the cache, rows · padded_columns(columns) numbers. Some
// of the rows of such a matrix are one, too: they begin at the first one's place in the first panel.
template <class Number>
struct Panels {
  const Number* data = nullptr;
  int64_t rows = 0, columns = 0;
  int64_t panel_rows = rows;  // of the whole matrix
};

// One of `parts` parts, by one of as many threads.
void pack(const MatrixView& b, float* to, int64_t part = 0, int64_t parts = 1);

// Memory of its own for them.
class PackedMatrix {
 public:
  void pack(const MatrixView& b);
  // One of `parts` parts, by one of as many threads, of a matrix that has the shape of the last one.
  void pack_part(const MatrixView& b, int64_t part, int64_t parts);
  int64_t rows() const { return rows_; }
  int64_t columns() const { return columns_; }
  Panels<float> panels() const { return {data_.get(), rows_, columns_}; }

 private:
  AlignedFloats data_;
  int64_t rows_ = 0, columns_ = 0, capacity_ = 0;
};

void multiply(const MatrixView& a, const Panels<float>& b, const Into& into);
void multiply(const MatrixView& a, const Panels<uint16_t>& b, const Into& into);

}  // namespace heed::kernels
