// From scores to weights. Scores and weights are [B,H,Tq,Tk]; the mask is true where a position may be
// attended to, and broadcasts against them; `bias` [B,Tk], if given, is added to the scores. What the mask
// forbids has exactly zero weight, and a row that may attend to nothing is all zeros.
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
// Softmax of the k highest scores (Chorowski 2015); of equal ones the first.
Tensor normalise_top_k(const Masked& from, int64_t k);
// The nearest point of the simplex (Martins & Astudillo 2016): most weights are exactly zero.
Tensor normalise_sparsemax(const Masked& from);
// p(z_j = 1) of a chain of binary z with unary scores and pairwise [2,2] potentials between neighbours that
// may be attended to (Kim 2017). `renormalise`: divided by their sum.
Tensor normalise_structured(const Masked& from, const Tensor& pairwise, bool renormalise);
// One at the highest score, zero elsewhere.
Tensor normalise_hard(const Masked& from);

}  // namespace heed::ops
