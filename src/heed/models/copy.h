// Copying (See 2017, the pointer-generator): a word is generated or taken from the source,
//   P(w) = g P_vocabulary(w) + (1 − g) Σ_{j: x_j = w} α_j,   g = σ(W [context; state; E y] + b),
// so that a word that no vocabulary has can be written. Numbers from V on are such words of the source.
#pragma once

#include "heed/models/decoder.h"

namespace heed {

class CopyGate {
 public:
  // `seen`: the decoder's, `embedding`: E's width.
  CopyGate(const Scope& scope, int64_t seen, int64_t embedding) : gate_(scope, seen + embedding, 1) {}

  // What the gate reads in one step: [B,·].
  static Tensor seen(const DecoderStep& step, const Tensor& embedded) {
    return ops::concat({step.context, step.top, embedded});
  }
  Tensor operator()(const Tensor& seen) const { return ops::sigmoid(gate_(seen)); }  // [...,1]

 private:
  Linear gate_;
};

// All steps of a batch at once, in training.
struct CopyBatch {
  Tensor logits;   // [B,T,V]
  Tensor gate;     // [B,T,1]
  Tensor weights;  // [B,H,T,S]
  Tensor copies;   // [B,S]
  Tensor targets;  // [B,T], also from V on
};

// The log-probability of each target token, [B,T]. With smoothing ε the ε is spread over the vocabulary.
Tensor copy_log_probs(const CopyBatch& batch, double smoothing);

}  // namespace heed
