// The operations that models are made of, as functions on tensors. Each computes with libtorch and, while a
// Recorder is active, adds itself to the graph. Model code that must also run outside libtorch may call
// nothing else. B batch, T length, D width, H heads, Tq/Tk query and key lengths, V vocabulary.
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
Tensor add(const Tensor& a, const Tensor& b);         // both of the same shape
Tensor scale(const Tensor& x, const Tensor& factor);  // [...], [1] → [...]
Tensor unit(const Tensor& x);  // divided by its length, over the last dimension; zeros stay zeros
// (x − mean) / deviation · gain + bias over the last dimension (Ba 2016).
Tensor layer_norm(const Tensor& x, const Tensor& gain, const Tensor& bias);
Tensor mean_over_time(const Tensor& x, const Tensor& mask);  // [B,T,D], [B,T] → [B,D]
Tensor sum_over_time(const Tensor& x,
                     const Tensor& mask);  // the same, not divided by the number of positions
Tensor broadcast(const Tensor& like, const Tensor& vector);  // one vector [D] for each row of [B,…] → [B,D]
// Sums table rows for the n-grams of 1 to `order` tokens that end at each position: Σ table[row of the
// n-gram] (graph/operations/ngram_hash.h). table [N,C], ids [B,T], mask [B,T] → [B,T,C]. The result is zero
// where the mask is false, which is allowed only after all real positions.
Tensor ngram_scores(const Tensor& table, const Tensor& ids, const Tensor& mask, int64_t order);
// Concatenates each position with its neighbours: [B,T,D] → [B,T,R·D], R odd. Positions beyond the ends, and
// where mask [B,T] is false, are zero.
Tensor neighbours(const Tensor& x, const Tensor& mask, int64_t width);
Tensor keep_real(const Tensor& x, const Tensor& mask);  // [B,T,D], [B,T]: zeros where mask is false
// √D x + the sinusoids of the positions, x [B,T,D] (Vaswani 2017). Token vectors start small, and would
// otherwise be dominated by the sinusoids.
Tensor add_positions(const Tensor& x);
// Appends one step to a cache of the previous steps: [B,H,T,D], [B,H,1,D] → [B,H,T+1,D].
Tensor append(const Tensor& cache, const Tensor& next);
Tensor everywhere(const Tensor& scores);  // [B,H,Tq,Tk] → a mask [B,1,1,Tk] that allows every position
// Every n-th position of a sequence, starting with the first: [B,T,D], [B,T] → [B,⌈T/n⌉,D] and its mask.
struct Strided {
  Tensor x, mask;
};
Strided every_nth(const Tensor& x, const Tensor& mask, int64_t stride);
// The mean vector of each part, such as the words of each sentence: x [B,T,D], the number of the part of each
// vector [B,T] (negative: none), mask of the existing parts [B,S] → [B,S,D].
Tensor mean_of_parts(const Tensor& x, const Tensor& part, const Tensor& mask);
// Turns one row for each part into one row for each row of the mask [B,S]: [B·S,...] → [B,S,...].
Tensor unfold_rows(const Tensor& x, const Tensor& mask);
Tensor maxout(const Tensor& x);                   // [...,2D] → [...,D], the larger of each two neighbours
Tensor concat(const std::vector<Tensor>& parts);  // concatenates along the last dimension
Tensor log_softmax(const Tensor& x);              // over the last dimension

// [B,T,D] → [B,H,T,D/H]; a single step [B,D] → [B,H,1,D/H].
Tensor split_heads(const Tensor& x, int64_t heads);
// [B,H,T,D] → [B,T,H·D]; one step: [B,H,1,D] → [B,H·D].
Tensor join_heads(const Tensor& x);
Tensor join_heads_step(const Tensor& x);

// Sets a share of the elements to zero and scales the rest. The draws have the given `shape`: that of x, or
// with ones in dimensions along which a draw is shared. For training only; it throws while recording.
Tensor dropout(const Tensor& x, double rate, const Random& random, const std::vector<int64_t>& shape);

// Σ −log softmax(logits)[target] over the positions where mask is true: [N,V], [N], [N] → scalar. With
// smoothing ε, the target's probability is 1 − ε and ε is spread evenly over the vocabulary (Szegedy 2016).
Tensor cross_entropy(const Tensor& logits, const Tensor& targets, const Tensor& mask, double smoothing = 0);
// The same for logits = W x + b: [N,D], [V,D], [V]. It avoids a second tensor of the size [N,V].
Tensor output_loss(const Tensor& x, const Tensor& weight, const Tensor& bias, const Tensor& targets,
                   const Tensor& mask, double smoothing = 0);

}  // namespace heed::ops
