// Recurrent encoder: embedding, then one or more layers, each read in one or both directions.
#pragma once

#include <memory>

#include "heed/base/options.h"
#include "heed/models/encoder.h"
#include "heed/nn/layers.h"
#include "heed/nn/recurrent/cell.h"

namespace heed {

struct RecurrentEncoderOptions {
  static constexpr const char* kType = "recurrent";
  CellOptions cell;
  int64_t embedding = 128, width = 128, layers = 1;
  bool bidirectional = true;
  double dropout = 0.0;
  static void fields(auto& o, auto&& f) {
    f("cell", o.cell, "recurrent cell");
    f("embedding", o.embedding, "width of the token vectors", at_least(1));
    f("width", o.width, "width of the cell, a direction", at_least(1));
    f("layers", o.layers, "how many layers", between(1, 64));
    f("bidirectional", o.bidirectional, "read in both directions");
    f("dropout", o.dropout, "share of embedding and layer outputs dropped in training", between(0.0, 0.95));
  }
  std::unique_ptr<Encoder> make(const Scope& scope, int64_t vocabulary) const;
};

}  // namespace heed
