// A recurrent cell, `step(x, state)`. The unroller handles direction and padding; layers are stacked outside.
#pragma once

#include <string>
#include <variant>

#include "heed/base/options.h"
#include "heed/nn/parameters.h"
#include "heed/ops/recurrent.h"

namespace heed {

using CellState = ops::CellState;
using Unrolled = ops::Unrolled;

struct SimpleOptions {
  static constexpr const char* kType = "simple";
  std::string activation = "tanh";
  static void fields(auto& o, auto&& f) {
    f("activation", o.activation, "tanh or relu", one_of({"tanh", "relu"}));
  }
  ops::CellKind kind() const {
    return activation == "relu" ? ops::CellKind::simple_relu : ops::CellKind::simple_tanh;
  }
};

struct GruOptions {
  static constexpr const char* kType = "gru";
  std::string reset = "after";
  static void fields(auto& o, auto&& f) {
    f("reset", o.reset,
      "whether the reset gate applies after the product with U (torch) or before (Cho 2014)",
      one_of({"after", "before"}));
  }
  ops::CellKind kind() const {
    return reset == "before" ? ops::CellKind::gru_reset_before : ops::CellKind::gru;
  }
};

struct LstmOptions {
  static constexpr const char* kType = "lstm";
  static void fields(auto&, auto&&) {}
  ops::CellKind kind() const { return ops::CellKind::lstm; }
};

struct PeepholeOptions {
  static constexpr const char* kType = "peephole";
  static void fields(auto&, auto&&) {}
  ops::CellKind kind() const { return ops::CellKind::peephole_lstm; }
};

using CellOptions = std::variant<GruOptions, LstmOptions, PeepholeOptions, SimpleOptions>;

enum class Direction { forward, backward };

class Cell {
 public:
  Cell(const CellOptions& options, const Scope& scope, int64_t inputs, int64_t width);

  CellState step(const Tensor& x, const CellState& state) const;  // [B,I], each [B,D]
  // Runs all steps of x [B,T,I] with mask [B,T], from the state `first`, or from zeros.
  Unrolled unroll(const Tensor& x, const Tensor& mask, Direction direction,
                  const CellState& first = {}) const;

  const ops::CellWeights& weights() const { return weights_; }

 private:
  ops::CellKind kind_;
  ops::CellWeights weights_;
};

// The number of tensors of the cell's state.
int64_t state_count(const CellOptions& options);

}  // namespace heed
