// Products with a matrix that is used again and again: it is laid out for the processor once. (One that is
// used once is best left to BLAS, which lays both sides out for each call.)
#pragma once

#include <cstdint>

#include "heed/kernels/aligned.h"

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

// B of A B, in panels as wide as the processor's registers take.
class PackedMatrix {
 public:
  void pack(const MatrixView& b);
  // One of `parts` parts, by one of as many threads, of a matrix that has the shape of the last one.
  void pack_part(const MatrixView& b, int64_t part, int64_t parts);
  int64_t rows() const { return rows_; }
  int64_t columns() const { return columns_; }
  const float* data() const { return data_.get(); }

 private:
  AlignedFloats data_;
  int64_t rows_ = 0, columns_ = 0, capacity_ = 0;
};

// c [a.rows, b.columns], `stride` floats a row: = a b, or += with `add`.
void multiply(const MatrixView& a, const PackedMatrix& b, float* c, int64_t stride, bool add);

}  // namespace heed::kernels
