// Local convolution: layers in which each position reads itself and its neighbours,
//   y_j = act(W [x_{j−r}; …; x_{j+r}] + b) [+ x_j].
// Positions beyond the ends of the sequence are zero. n layers reach n·r positions; the cost is linear in the
// length.
#pragma once

#include <memory>
#include <string>

#include "heed/base/options.h"
#include "heed/models/encoder.h"

namespace heed {

struct ConvolutionEncoderOptions {
  static constexpr const char* kType = "convolution";
  int64_t width = 256, layers = 2, reach = 2;
  std::string activation = "tanh";
  bool residual = true, positions = true;
  static void fields(auto& o, auto&& f) {
    f("width", o.width, "width of the states", count_from(1));
    f("layers", o.layers, "how many layers", between(1, 64));
    f("reach", o.reach, "r: neighbours on either side that a position sees", between(0, 1000));
    f("activation", o.activation, "tanh or relu", one_of({"tanh", "relu"}));
    f("residual", o.residual, "add the input of each layer to its output if both have the same width");
    f("positions", o.positions, "add the sinusoids of the positions to the token vectors (Vaswani 2017)");
  }
  std::unique_ptr<Encoder> make(const Scope& scope, int64_t inputs) const;
};

}  // namespace heed
