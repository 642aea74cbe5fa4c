// Operations for scores and the weighted sum. Scores and weights are [B,H,Tq,Tk].
#pragma once

#include "heed/ops/tensor.h"

namespace heed::ops {

// vᵀ tanh(query + key [+ feature]): [B,H,Tq,A], [B,H,Tk,A], [A], optional [B,H,Tk,A] → [B,H,Tq,Tk]
Tensor score_additive(const Tensor& query, const Tensor& keys, const Tensor& v, const Tensor& feature = {});

// scale · queryᵀ key: [B,H,Tq,D], [B,H,Tk,D] → [B,H,Tq,Tk]
Tensor score_dot(const Tensor& query, const Tensor& keys, double scale);

// Selects the scores of the keys' positions, which start at `begin` [B,1] or at 0. Column j of `all`
// [B,H,Tq,L] is the score of position j. A position from L on has such a low score that it gets no weight
// beside another.
Tensor score_location(const Tensor& all, const Tensor& keys, const Tensor& begin);

// Applies filters to the weights of one step: [B,H,Tk], [F,R] with R odd → [B,H,Tk,F]. Weights beyond the
// ends are zero.
Tensor convolve(const Tensor& weights, const Tensor& filters);

// Σ_j weights_j values_j: [B,H,Tq,Tk], [B,H,Tk,D] → [B,H,Tq,D]
Tensor weigh(const Tensor& weights, const Tensor& values);

// Replaces rows of the weights by rows of `given` [B,H,Tq,Tk], except rows that begin with a negative number.
// Weights of gathered windows, [B·Tq,H,1,W], begin at the columns `begin` [B,Tq]. An undefined `given`
// changes nothing.
Tensor given_weights(const Tensor& weights, const Tensor& given, const Tensor& begin = {});

// The log-probabilities of a vocabulary extended by the source's words (See 2017), [B,V+K]:
//   P(w) = gate · softmax(logits)(w) + (1 − gate) · Σ_{j: copies_j = w} weights_j
// logits [B,V], gate [B,1], weights over the whole source [B,H,Tk], copies [B,Tk] from 0 to V+K−1. The
// weights are averaged over heads and divided by their sum, because not every attention sums to one.
Tensor mix_copy(const Tensor& logits, const Tensor& gate, const Tensor& weights, const Tensor& copies);
// The probability with which each position is copied, from weights with the dimension `heads`. It is part of
// mix_copy.
Tensor copy_shares(const Tensor& weights, int64_t heads);

}  // namespace heed::ops
