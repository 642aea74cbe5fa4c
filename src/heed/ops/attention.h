// The parts of attention as operations. Scores and weights are [B,H,Tq,Tk]; masks are true where a position
// may be attended to, and broadcast against the scores.
#pragma once

#include "heed/ops/tensor.h"

namespace heed::ops {

// vᵀ tanh(query + key [+ feature]): [B,H,Tq,A], [B,H,Tk,A], [A], optional [B,H,Tk,A] → [B,H,Tq,Tk]
Tensor score_additive(const Tensor& query, const Tensor& keys, const Tensor& v, const Tensor& feature = {});

// scale · queryᵀ key: [B,H,Tq,D], [B,H,Tk,D] → [B,H,Tq,Tk]
Tensor score_dot(const Tensor& query, const Tensor& keys, double scale);

// The mask [B,Tk] as [B,1,1,Tk], narrowed to centre − before … centre + after where a centre [B,Tq] is given
// (then [B,1,Tq,Tk]); −1 = unlimited.
Tensor band(const Tensor& mask, const Tensor& centre, int64_t before, int64_t after);

// Softmax of scale · scores over the positions where mask is true; exactly zero elsewhere, and all zeros for
// a row that may attend to nothing. `bias` [B,Tk], if given, is added to the scores.
Tensor normalise_softmax(const Tensor& scores, const Tensor& mask, const Tensor& bias, double scale);

// Σ_j weights_j values_j: [B,H,Tq,Tk], [B,H,Tk,D] → [B,H,Tq,D]
Tensor weigh(const Tensor& weights, const Tensor& values);

}  // namespace heed::ops
