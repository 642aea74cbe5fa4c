// Operations that turn scores into weights. Scores and weights are [B,H,Tq,Tk]. The mask is true where a
// position may be attended to, and broadcasts to them; `bias` [B,Tk], if given, is added to the scores.
// Masked positions have exactly zero weight, and a row without allowed positions is all zeros.
#pragma once

#include "heed/ops/tensor.h"

namespace heed::ops {

struct Masked {
  Tensor scores, mask, bias;
};

// Softmax of scale · scores.
Tensor normalise_softmax(const Tensor& scores, const Tensor& mask, const Tensor& bias, double scale);
// σ(e) / Σ σ(e) (Chorowski 2015).
Tensor normalise_smoothing(const Masked& from);
// Softmax of the k highest scores (Chorowski 2015); of equal scores the first are taken.
Tensor normalise_top_k(const Masked& from, int64_t k);
// The nearest point of the simplex (Martins & Astudillo 2016). Many weights are exactly zero.
Tensor normalise_sparsemax(const Masked& from);
// p(z_j = 1) in a chain of binary z with unary scores and pairwise [2,2] potentials between neighbouring
// allowed positions (Kim 2017). With `renormalise`, the weights are divided by their sum.
Tensor normalise_structured(const Masked& from, const Tensor& pairwise, bool renormalise);
// One at the highest score, zero elsewhere.
Tensor normalise_hard(const Masked& from);

}  // namespace heed::ops
