// Recurrent cells: one step, and the only loop over time. h', c' are the state before the step.
//   simple (Elman 1990):
//        h = act(W x + U h' + b),  act = tanh or relu
//   GRU (Cho 2014), reset after the product (as torch) or before it (as the paper):
//        z, r = σ(W x + U h' + b),  h = (1 − z) ⊙ n + z ⊙ h',
//        n = tanh(W x + b + r ⊙ (U h' + b'))  or  n = tanh(W x + b + U (r ⊙ h') + b')
//   LSTM (Hochreiter & Schmidhuber 1997):
//        i, f, o = σ(W x + U h' + b),  g = tanh(…),  c = f ⊙ c' + i ⊙ g,  h = o ⊙ tanh(c)
//   peephole LSTM (Gers & Schmidhuber 2000): the gates also see the memory,
//        i, f = σ(… + p ⊙ c'),  o = σ(… + p ⊙ c)
#pragma once

#include <string>
#include <vector>

#include "heed/ops/tensor.h"

namespace heed::ops {

enum class CellKind { simple_tanh, simple_relu, gru, gru_reset_before, lstm, peephole_lstm };

// Gates are stacked as torch has them: GRU r, z, n; LSTM i, f, g, o. G gates.
struct CellWeights {
  Tensor input, hidden;            // [G·D, I], [G·D, D]
  Tensor input_bias, hidden_bias;  // [G·D]
  Tensor peephole;                 // [3·D], for i, f, o; undefined in cells without it
};

using CellState = std::vector<Tensor>;  // each [B,D]; LSTMs: h, c; the others: h

// The name of the kind in a graph, its number of gates, and the number of tensors of its state.
struct CellTraits {
  CellKind kind;
  const char* name;
  int64_t gates, states;
  bool peephole;
};
const CellTraits& traits_of(CellKind kind);
CellKind cell_kind(const std::string& name);

// Zeros [B,width] with the type of x [B,…].
Tensor zero_state(const Tensor& x, int64_t width);

CellState cell(CellKind kind, const Tensor& x, const CellState& state, const CellWeights& weights);

struct Unrolled {
  Tensor outputs;  // [B,T,D], zero at padding
  CellState last;  // after each sequence's own last step (the first, when reversed)
};

// Runs all steps of x [B,T,I], starting from `first` (zeros if empty). Where mask [B,T] is false the state
// does not change, so the reverse direction starts at each sequence's own last token.
Unrolled recurrent(CellKind kind, const Tensor& x, const Tensor& mask, const CellState& first,
                   const CellWeights& weights, bool reverse);

}  // namespace heed::ops
