// Products of matrices of many rows that are used only once, computed by oneDNN, which lays out both sides
// for each call. It was as fast as the best kernels of OpenBLAS (AVX2, AVX-512), and detects the features of
// a processor, whereas OpenBLAS has a list of models and runs at a quarter of the speed on an unknown one.
#pragma once

#include "heed/kernels/product.h"

namespace heed::kernels {

// Computes c [a.rows, b.columns] = A B, or += with `add`; rows of c are `stride` floats apart. The rows or
// the columns of A and of B must be contiguous. Uses the OpenMP threads of the calling thread.
void multiply(const MatrixView& a, const MatrixView& b, float* c, int64_t stride, bool add);

}  // namespace heed::kernels
