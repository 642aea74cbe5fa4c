// Finds the largest outputs of a product without computing all of them. The product of one row takes as long
// as reading the weights. So it is first computed with weights of eight bits, a quarter of the bytes, with a
// bound on the error:
//   |a w_j − â ŵ_j| ≤ Σ |a − â| |w_j| + Σ |â| |w_j − ŵ_j| ≤ s/2 ‖w_j‖₁ + t_j/2 (‖a‖₁ + K s),
// where s and t_j are the step sizes with which a and w_j are rounded (kernels/int8.h). An output that is
// below the largest by more than twice the bound cannot be the largest. The panels of all other outputs are
// multiplied exactly.
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

  // Computes the outputs [1, outputs()] of one row. An output is exact if it may be the largest of all, or
  // the largest except for the tokens of `separate_tokens`; any other output is smaller than the largest.
  // Returns false, with unusable `outputs`, if too many outputs may be the largest.
  bool run(const float* x, std::span<const int32_t> separate_tokens, float* outputs) const;

 private:
  float bound(const float* x) const;

  std::shared_ptr<const Product> exact_;
  std::vector<float> bias_;  // may be empty
  std::unique_ptr<const Product> rounded_;
  float largest_norm_ = 0, largest_step_ = 0;  // largest ‖w_j‖₁ and t_j
};

}  // namespace heed::engine
