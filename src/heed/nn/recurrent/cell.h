// A recurrent cell: `step(x, state)`. The unroller gives it direction and padding; depth is several of them.
#pragma once

#include <string>
#include <variant>

#include "heed/nn/parameters.h"
#include "heed/ops/recurrent.h"

namespace heed {

using CellState = ops::CellState;
using Unrolled = ops::Unrolled;

struct GruOptions {
  static constexpr const char* kType = "gru";
  static constexpr ops::CellKind kKind = ops::CellKind::gru;
  static void fields(auto&, auto&&) {}
};

struct LstmOptions {
  static constexpr const char* kType = "lstm";
  static constexpr ops::CellKind kKind = ops::CellKind::lstm;
  static void fields(auto&, auto&&) {}
};

using CellOptions = std::variant<GruOptions, LstmOptions>;

enum class Direction { forward, backward };

class Cell {
 public:
  Cell(const CellOptions& options, const Scope& scope, int64_t inputs, int64_t width);

  CellState step(const Tensor& x, const CellState& state) const;  // [B,I], each [B,D]
  // x [B,T,I], mask [B,T]; from `first`, or from zeros.
  Unrolled unroll(const Tensor& x, const Tensor& mask, Direction direction,
                  const CellState& first = {}) const;

  int64_t states() const { return ops::state_count(kind_); }
  const ops::CellWeights& weights() const { return weights_; }

 private:
  ops::CellKind kind_;
  ops::CellWeights weights_;
};

}  // namespace heed
