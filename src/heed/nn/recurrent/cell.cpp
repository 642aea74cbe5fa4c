#include "heed/nn/recurrent/cell.h"

#include <ATen/ATen.h>

#include <cmath>

namespace heed {

Cell::Cell(const CellOptions& options, const Scope& scope, int64_t inputs, int64_t width)
    : kind_(std::visit([](const auto& o) { return o.kKind; }, options)) {
  int64_t rows = ops::gate_count(kind_) * width;
  double spread = 1 / std::sqrt(static_cast<double>(width));
  weights_ = {scope.make("input", {rows, inputs}, {spread, 0}),
              scope.make("hidden", {rows, width}, {spread, 0}), scope.make("input_bias", {rows}, {}),
              scope.make("hidden_bias", {rows}, {})};
}

CellState Cell::step(const Tensor& x, const CellState& state) const {
  return ops::cell(kind_, x, state, weights_);
}

Unrolled Cell::unroll(const Tensor& x, const Tensor& mask, Direction direction,
                      const CellState& first) const {
  return ops::recurrent(kind_, x, mask, first, weights_, direction == Direction::backward);
}

}  // namespace heed
