#include "heed/models/decoders/stack.h"

namespace heed {

StateShape state_shape(const StackOptions& options) {
  return {options.layers, state_count(options.cell), options.width};
}

Stack::Stack(const StackOptions& options, int64_t inputs, int64_t context, const Scope& scope)
    : residual_(options.residual) {
  for (int64_t layer = 0; layer < options.layers; ++layer) {
    cells_.emplace_back(options.cell, scope / ("layer" + std::to_string(layer)),
                        layer == 0 ? inputs : options.width + context, options.width);
  }
}

Stack::Step Stack::step(const Tensor& x, const Tensor& context, const std::vector<CellState>& before,
                        const StepNoise& noise) const {
  Step made;
  for (std::size_t layer = 0; layer < cells_.size(); ++layer) {
    Tensor below = layer == 0 ? x : noise(made.top, "decoder" + std::to_string(layer));
    Tensor read = layer > 0 && context.defined() ? ops::concat({below, context}) : below;
    made.layers.push_back(cells_[layer].step(read, before[layer]));
    Tensor out = made.layers.back()[0];
    made.top = residual_ && layer > 0 ? ops::add(out, below) : out;
  }
  return made;
}

}  // namespace heed
