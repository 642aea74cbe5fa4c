// The recurrent layers of all recurrent decoders, one step at a time. Layer 0 reads x. Each layer above reads
// the output of the layer below and, if the decoder has one, the context (Wu 2016).
#pragma once

#include <string>
#include <vector>

#include "heed/models/bridge.h"
#include "heed/models/decoder.h"

namespace heed {

struct StackOptions {
  CellOptions cell;
  int64_t width = 256, layers = 1;
  bool residual = false;
  BridgeOptions bridge;
  static void fields(auto& o, auto&& f) {
    f("cell", o.cell, "recurrent cell");
    f("width", o.width, "width of the cell", count_from(1));
    f("layers", o.layers, "how many layers", between(1, 64));
    f("residual", o.residual, "add the input of each layer above the first to its output");
    f("bridge", o.bridge, "how the encoder's last state initialises the decoder");
  }
};

class Stack {
 public:
  // `inputs` is the width of x; `context` is the width of what the layers above the first read besides the
  // layer below.
  Stack(const StackOptions& options, int64_t inputs, int64_t context, const Scope& scope);

  // The next state of every layer, and the output `top` of the top layer. `context` [B,C] may be undefined.
  struct Step {
    std::vector<CellState> layers;
    Tensor top;  // [B,D]
  };
  Step step(const Tensor& x, const Tensor& context, const std::vector<CellState>& before,
            const StepNoise& noise) const;

 private:
  bool residual_;
  std::vector<Cell> cells_;
};

StateShape state_shape(const StackOptions& options);

}  // namespace heed
