#include "heed/kernels/large_product.h"

#include <oneapi/dnnl/dnnl.h>

#include <algorithm>
#include <cstdlib>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>

namespace heed::kernels {
namespace {

// Restricts oneDNN to the instructions that HEED_SIMD allows. Has no effect if libtorch has used oneDNN
// before.
bool hold_onednn() {
  const char* cap = std::getenv("HEED_SIMD");
  std::string_view name = cap == nullptr ? "" : cap;
  if (name == "scalar" || name == "sse4") dnnl_set_max_cpu_isa(dnnl_cpu_isa_sse41);
  if (name == "avx2") dnnl_set_max_cpu_isa(dnnl_cpu_isa_avx2);
  return true;
}

// The arguments that BLAS takes: 'N' if rows are contiguous, 'T' if columns are, and their distance.
struct Side {
  char transposed;
  int64_t stride;

  explicit Side(const MatrixView& matrix)
      : transposed(matrix.column == 1 ? 'N' : 'T'),
        stride(std::max<int64_t>({1, matrix.column == 1 ? matrix.row : matrix.column,
                                  matrix.column == 1 ? matrix.columns : matrix.rows})) {}
};

std::string text(const MatrixView& matrix) {
  return std::to_string(matrix.rows) + " x " + std::to_string(matrix.columns) + " (" +
         std::to_string(matrix.row) + " and " + std::to_string(matrix.column) + " apart)";
}

}  // namespace

void multiply(const MatrixView& a, const MatrixView& b, float* c, int64_t stride, bool add) {
  if (a.columns == 0) {  // which oneDNN does not take
    for (int64_t r = 0; r < a.rows && !add; ++r) std::fill_n(c + r * stride, b.columns, 0.0F);
    return;
  }
  static const bool held = hold_onednn();
  static_cast<void>(held);
  Side left(a), right(b);
  dnnl_status_t status = dnnl_sgemm(left.transposed, right.transposed, a.rows, b.columns, a.columns, 1.0F,
                                    a.data, left.stride, b.data, right.stride, add ? 1.0F : 0.0F, c, stride);
  if (status == dnnl_success) return;
  if (status == dnnl_out_of_memory) throw std::bad_alloc();
  throw std::runtime_error("oneDNN refused a product of " + text(a) + " and " + text(b) + " into rows " +
                           std::to_string(stride) + " apart");
}

}  // namespace heed::kernels
