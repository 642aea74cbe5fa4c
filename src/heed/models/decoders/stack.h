// The recurrent layers that every recurrent decoder has: layer 0 reads x, a layer above reads the one below
// and, where the decoder has one, the context beside it (Wu 2016). One step at a time.
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
    f("residual", o.residual, "layers above the first add what they read to what they hand on");
    f("bridge", o.bridge, "how the encoder's last state becomes the first one here");
  }
};

class Stack {
 public:
  // `inputs`: width of x; `context`: width of what layers above the first read beside the layer below.
  Stack(const StackOptions& options, int64_t inputs, int64_t context, const Scope& scope);

  // The next state of every layer; the top layer's output is `top`. `context` [B,C] may be undefined.
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
