#include "heed/models/copy.h"

#include <ATen/ATen.h>

namespace heed {

Tensor copy_log_probs(const CopyBatch& batch, double smoothing) {
  Tensor log_made = at::log_softmax(batch.logits, -1);
  Tensor known = batch.targets < batch.logits.size(2);
  Tensor index = batch.targets.masked_fill(known.logical_not(), 0).unsqueeze(-1);
  Tensor made = log_made.gather(-1, index).squeeze(-1).exp().masked_fill(known.logical_not(), 0);
  Tensor same = batch.copies.unsqueeze(1) == batch.targets.unsqueeze(2);  // [B,T,S]
  Tensor copied = (ops::copy_shares(batch.weights, 1) * same.to(made.scalar_type())).sum(-1);
  Tensor gate = batch.gate.squeeze(-1);
  Tensor log_probs = at::log((gate * made + (1 - gate) * copied).clamp_min(1e-20));
  return smoothing > 0 ? (1 - smoothing) * log_probs + smoothing * log_made.mean(-1) : log_probs;
}

}  // namespace heed
