// Copying (See 2017, the pointer-generator): each word is generated or copied from the source,
//   P(w) = g P_vocabulary(w) + (1 − g) Σ_{j: x_j = w} α_j,   g = σ(W [context; state; E y] + b),
// so that words outside every vocabulary can be produced. Numbers from V on stand for such words of the
// source.
#pragma once

#include "heed/models/decoder.h"

namespace heed {

class CopyGate {
 public:
  // `seen` is the width of the decoder's context and state together, `embedding` that of its input vectors.
  CopyGate(const Scope& scope, int64_t seen, int64_t embedding) : gate_(scope, seen + embedding, 1) {}

  // `seen` is the result of seen_by() for one step or for all steps: [...,C + D + E] → [...,1].
  Tensor operator()(const Tensor& seen) const { return ops::sigmoid(gate_(seen)); }

 private:
  Linear gate_;
};

// All steps of a batch, for training.
struct CopyBatch {
  Tensor logits;   // [B,T,V]
  Tensor gate;     // [B,T,1]
  Tensor weights;  // [B,H,T,S]
  Tensor copies;   // [B,S]
  Tensor targets;  // [B,T]; may be V or larger
};

// The log-probability of each target token, [B,T]. Smoothing distributes a share ε of the probability over
// the vocabulary.
Tensor copy_log_probs(const CopyBatch& batch, double smoothing);

}  // namespace heed
