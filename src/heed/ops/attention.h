// Scores, and the weighted sum. Scores and weights are [B,H,Tq,Tk].
#pragma once

#include "heed/ops/tensor.h"

namespace heed::ops {

// vᵀ tanh(query + key [+ feature]): [B,H,Tq,A], [B,H,Tk,A], [A], optional [B,H,Tk,A] → [B,H,Tq,Tk]
Tensor score_additive(const Tensor& query, const Tensor& keys, const Tensor& v, const Tensor& feature = {});

// scale · queryᵀ key: [B,H,Tq,D], [B,H,Tk,D] → [B,H,Tq,Tk]
Tensor score_dot(const Tensor& query, const Tensor& keys, double scale);

// Column j of `all` [B,H,Tq,L] is the score of position j; those of the keys' own positions, which start at
// `begin` [B,1] or at 0. A position from L on has a score so low that it gets no weight beside another.
Tensor score_location(const Tensor& all, const Tensor& keys, const Tensor& begin);

// Filters over one step's weights: [B,H,Tk], [F,R] with R odd → [B,H,Tk,F]; beyond the ends there is nothing.
Tensor convolve(const Tensor& weights, const Tensor& filters);

// Σ_j weights_j values_j: [B,H,Tq,Tk], [B,H,Tk,D] → [B,H,Tq,D]
Tensor weigh(const Tensor& weights, const Tensor& values);

// Rows of `given` [B,H,Tq,Tk] in the place of those of weights, but where a row begins with a number below
// zero. Weights of windows that were gathered, [B·Tq,H,1,W], begin at the columns `begin` [B,Tq]. An
// undefined `given` changes nothing.
Tensor given_weights(const Tensor& weights, const Tensor& given, const Tensor& begin = {});

// The log-probabilities of a vocabulary extended by the source's words (See 2017), [B,V+K]:
//   P(w) = gate · softmax(logits)(w) + (1 − gate) · Σ_{j: copies_j = w} weights_j
// logits [B,V], gate [B,1], weights over the whole source [B,H,Tk], copies [B,Tk] from 0 to V+K−1. The mean
// over heads is taken, and divided by its sum: not every attention sums to one, a probability does.
Tensor mix_copy(const Tensor& logits, const Tensor& gate, const Tensor& weights, const Tensor& copies);
// What is copied of each position, over dimension `heads` and the last; a part of the above.
Tensor copy_shares(const Tensor& weights, int64_t heads);

}  // namespace heed::ops
