// The operations that models are made of, as functions on tensors. Each computes with libtorch and, while a
// Recorder is active, appends itself to the graph. Model code that is to run outside libtorch calls nothing
// else. B batch, T length, D width, H heads, Tq/Tk query and key lengths, V vocabulary.
#pragma once

#include <vector>

#include "heed/base/random.h"
#include "heed/ops/recorder.h"
#include "heed/ops/tensor.h"

namespace heed::ops {

Tensor embedding(const Tensor& table, const Tensor& ids);  // [V,D], [...] → [...,D]
Tensor linear(const Tensor& x, const Tensor& weight,
              const Tensor& bias = {});  // [...,I], [O,I], [O] → [...,O]
Tensor tanh(const Tensor& x);
Tensor relu(const Tensor& x);
Tensor sigmoid(const Tensor& x);
Tensor add(const Tensor& a, const Tensor& b);         // of one shape
Tensor scale(const Tensor& x, const Tensor& factor);  // [...], [1] → [...]
Tensor unit(const Tensor& x);  // divided by its length, over the last dimension; zeros stay zeros
// (x − mean) / deviation · gain + bias over the last dimension (Ba 2016).
Tensor layer_norm(const Tensor& x, const Tensor& gain, const Tensor& bias);
Tensor mean_over_time(const Tensor& x, const Tensor& mask);  // [B,T,D], [B,T] → [B,D]
// Each position with those around it side by side: [B,T,D] → [B,T,R·D], R odd; zeros beyond the ends and
// where mask [B,T] is false.
Tensor neighbours(const Tensor& x, const Tensor& mask, int64_t width);
Tensor keep_real(const Tensor& x, const Tensor& mask);  // [B,T,D], [B,T]: zeros where mask is false
// √D x + the sinusoids of its positions, x [B,T,D] (Vaswani 2017): token vectors begin small, and would be
// lost beside sinusoids otherwise.
Tensor add_positions(const Tensor& x);
// A cache of the steps so far with one step more: [B,H,T,D], [B,H,1,D] → [B,H,T+1,D].
Tensor append(const Tensor& cache, const Tensor& next);
Tensor everywhere(const Tensor& scores);  // [B,H,Tq,Tk] → a mask [B,1,1,Tk] that allows every position
// Every stride-th position of a sequence, the first one first: [B,T,D], [B,T] → [B,⌈T/n⌉,D] and its mask.
struct Strided {
  Tensor x, mask;
};
Strided every_nth(const Tensor& x, const Tensor& mask, int64_t stride);
// The mean of the vectors of each part, such as the words of each sentence: x [B,T,D], the number of the part
// that each vector belongs to [B,T] (below zero = none), which parts there are [B,S] → [B,S,D].
Tensor mean_of_parts(const Tensor& x, const Tensor& part, const Tensor& mask);
// One row for each part becomes one for each row of the mask [B,S]: [B·S,...] → [B,S,...].
Tensor unfold_rows(const Tensor& x, const Tensor& mask);
Tensor maxout(const Tensor& x);                   // [...,2D] → [...,D], the larger of each two neighbours
Tensor concat(const std::vector<Tensor>& parts);  // along the last dimension
Tensor log_softmax(const Tensor& x);              // over the last dimension

// [B,T,D] → [B,H,T,D/H]; a single step [B,D] → [B,H,1,D/H].
Tensor split_heads(const Tensor& x, int64_t heads);
// [B,H,T,D] → [B,T,H·D]; one step: [B,H,1,D] → [B,H·D].
Tensor join_heads(const Tensor& x);
Tensor join_heads_step(const Tensor& x);

// Zeroes a share of the elements, drawn by element of a mask of `shape`, which is x's or has ones where the
// same draw holds all along a dimension; scales the rest. Training only: it is refused while recording.
Tensor dropout(const Tensor& x, double rate, const Random& random, const std::vector<int64_t>& shape);

// Σ −log softmax(logits)[target] over the positions where mask is true: [N,V], [N], [N] → scalar. With
// smoothing ε the target's probability is 1 − ε and ε is spread evenly over the vocabulary (Szegedy 2016).
Tensor cross_entropy(const Tensor& logits, const Tensor& targets, const Tensor& mask, double smoothing = 0);
// The same of logits = W x + b: [N,D], [V,D], [V]. Nothing of the size [N,V] is made twice.
Tensor output_loss(const Tensor& x, const Tensor& weight, const Tensor& bias, const Tensor& targets,
                   const Tensor& mask, double smoothing = 0);

}  // namespace heed::ops
