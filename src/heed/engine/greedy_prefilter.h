// Finds the largest outputs of a product without making all of them. The product of one row costs the time
// that it takes to read the weights. So it is made of weights of eight bits first, a quarter of the bytes,
// with a bound on the error:
//   |a w_j − â ŵ_j| ≤ Σ |a − â| |w_j| + Σ |â| |w_j − ŵ_j| ≤ s/2 ‖w_j‖₁ + t_j/2 (‖a‖₁ + K s),
// s and t_j being the steps in which a and w_j are rounded (kernels/int8.h). What is behind the largest by
// more than twice the bound cannot be the largest. The panels in which the others stand are multiplied
// exactly.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "heed/engine/weights.h"

namespace heed::engine {

class GreedyPrefilter {
 public:
  // The exact product must be fp32 or bf16; int8 is already as cheap as the filter.
  GreedyPrefilter(std::shared_ptr<const Product> exact, std::vector<float> bias);

  // Makes the outputs [1, outputs()] of one row. They are exact wherever they may be the largest of all, or
  // the largest but for the tokens of `separate_tokens`; an output that is not exact is smaller than the
  // largest. Returns false, with nothing of use in `outputs`, where too many may be the largest.
  bool run(const float* x, std::span<const int32_t> separate_tokens, float* outputs) const;

 private:
  float bound(const float* x) const;

  std::shared_ptr<const Product> exact_;
  std::vector<float> bias_;  // empty = none
  std::unique_ptr<const Product> rounded_;
  float largest_norm_ = 0, largest_step_ = 0;  // of ‖w_j‖₁ and t_j
};

}  // namespace heed::engine
