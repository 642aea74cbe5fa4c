// Products with a weight matrix, laid out for the processor once.
#pragma once

#include <cstdint>

#include "heed/kernels/product.h"

namespace heed::engine {

class Product {
 public:
  // weight [outputs, inputs], row-major, which is not needed afterwards.
  Product(const float* weight, int64_t outputs, int64_t inputs);

  int64_t inputs() const { return weight_.rows(); }
  int64_t outputs() const { return weight_.columns(); }
  // y [rows, outputs] = x Wᵀ, or += with `add`; both without gaps.
  void multiply(const float* x, int64_t rows, float* y, bool add) const;

 private:
  kernels::PackedMatrix weight_;
};

}  // namespace heed::engine
