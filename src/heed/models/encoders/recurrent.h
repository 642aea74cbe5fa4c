// Recurrent encoder: one or more layers, each with one or both directions. With `residual`, a layer adds its
// input to its output if both have the same width.
#pragma once

#include <memory>

#include "heed/base/options.h"
#include "heed/models/encoder.h"

namespace heed {

struct RecurrentEncoderOptions {
  static constexpr const char* kType = "recurrent";
  CellOptions cell;
  int64_t width = 128, layers = 1;
  bool bidirectional = true, residual = false;
  static void fields(auto& o, auto&& f) {
    f("cell", o.cell, "recurrent cell");
    f("width", o.width, "width of the cell in each direction", count_from(1));
    f("layers", o.layers, "how many layers", between(1, 64));
    f("bidirectional", o.bidirectional, "read in both directions");
    f("residual", o.residual, "add the input of each layer above the first to its output");
  }
  std::unique_ptr<Encoder> make(const Scope& scope, int64_t inputs) const;
};

}  // namespace heed
