#include "heed/engine/product.h"

namespace heed::engine {

Product::Product(const float* weight, int64_t outputs, int64_t inputs) {
  weight_.pack(kernels::MatrixView{weight, outputs, inputs, inputs}.transposed());
}

void Product::multiply(const float* x, int64_t rows, float* y, bool add) const {
  kernels::multiply({x, rows, inputs(), inputs()}, weight_, y, outputs(), add);
}

}  // namespace heed::engine
