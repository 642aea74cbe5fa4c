// Recurrent cells: one step, and the only loop over time.
//   GRU  (Cho 2014, reset after the product, as torch):
//        z, r = σ(W x + U h' + b),  n = tanh(W x + b + r ⊙ (U h' + b')),  h = (1 − z) ⊙ n + z ⊙ h'
//   LSTM (Hochreiter & Schmidhuber 1997):
//        i, f, o = σ(W x + U h' + b),  g = tanh(…),  c = f ⊙ c' + i ⊙ g,  h = o ⊙ tanh(c)
#pragma once

#include <vector>

#include "heed/ops/tensor.h"

namespace heed::ops {

enum class CellKind { gru, lstm };

// Gates are stacked as torch has them: GRU r, z, n; LSTM i, f, g, o. G gates.
struct CellWeights {
  Tensor input, hidden;            // [G·D, I], [G·D, D]
  Tensor input_bias, hidden_bias;  // [G·D]
};

using CellState = std::vector<Tensor>;  // each [B,D]; GRU: h; LSTM: h, c

int64_t gate_count(CellKind kind);
int64_t state_count(CellKind kind);

CellState cell(CellKind kind, const Tensor& x, const CellState& state, const CellWeights& weights);

struct Unrolled {
  Tensor outputs;  // [B,T,D], zero at padding
  CellState last;  // after each sequence's own last step (the first, when reversed)
};

// Over all steps of x [B,T,I], from `first` (zeros if empty). Where mask [B,T] is false the state stands
// still, so that the reverse direction starts at each sequence's own last token.
Unrolled recurrent(CellKind kind, const Tensor& x, const Tensor& mask, const CellState& first,
                   const CellWeights& weights, bool reverse);

}  // namespace heed::ops
