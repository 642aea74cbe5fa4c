// Products of matrices that are used once, and of many rows: by oneDNN, which lays both sides out for each
// call. It was as fast as the best kernels of OpenBLAS (AVX2, AVX-512), and asks a processor what it can do,
// where OpenBLAS looks its model up in a list, and multiplies at a quarter of the speed on one that is not
// there yet.
#pragma once

#include "heed/kernels/product.h"

namespace heed::kernels {

// c [a.rows, b.columns], `stride` floats a row, = A B, or += A B. Of A and of B the rows or the columns lie
// side by side. On the calling thread's OpenMP threads.
void multiply(const MatrixView& a, const MatrixView& b, float* c, int64_t stride, bool add);

}  // namespace heed::kernels
