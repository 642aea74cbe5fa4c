#include "heed/nn/recurrent/cell.h"

#include <ATen/ATen.h>

#include <cmath>

namespace heed {
namespace {

ops::CellKind kind_of(const CellOptions& options) {
  return std::visit([](const auto& o) { return o.kind(); }, options);
}

}  // namespace

Cell::Cell(const CellOptions& options, const Scope& scope, int64_t inputs, int64_t width)
    : kind_(kind_of(options)) {
  const ops::CellTraits& traits = ops::traits_of(kind_);
  int64_t rows = traits.gates * width;
  double spread = 1 / std::sqrt(static_cast<double>(width));
  weights_ = {scope.make("input", {rows, inputs}, {spread, 0}),
              scope.make("hidden", {rows, width}, {spread, 0}),
              scope.make("input_bias", {rows}, {}),
              scope.make("hidden_bias", {rows}, {}),
              {}};
  if (traits.peephole) weights_.peephole = scope.make("peephole", {3 * width}, {spread, 0});
}

CellState Cell::step(const Tensor& x, const CellState& state) const {
  return ops::cell(kind_, x, state, weights_);
}

Unrolled Cell::unroll(const Tensor& x, const Tensor& mask, Direction direction,
                      const CellState& first) const {
  return ops::recurrent(kind_, x, mask, first, weights_, direction == Direction::backward);
}

int64_t state_count(const CellOptions& options) {
  return ops::traits_of(kind_of(options)).states;
}

}  // namespace heed
