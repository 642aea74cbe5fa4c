// Structured attention (Kim 2017): each position is attended to or not, z_j ∈ {0, 1}, in a chain with unary
// potentials = scores and a learnt 2×2 table of pairwise potentials between neighbours. The weight is p(z_j =
// 1), computed by forward–backward. The weights do not sum to one unless they are renormalised.
#pragma once

#include "heed/nn/attention/normaliser.h"

namespace heed {

struct StructuredNormaliser : Normaliser {
  Tensor pairwise;  // [2,2]
  bool renormalise;

  StructuredNormaliser(const Scope& scope, bool to_one)
      : pairwise(scope.make("pairwise", {2, 2}, {0.1, 0})), renormalise(to_one) {}
  Chosen choose(const ops::Masked& from, const StepNoise&) const override {
    return {ops::normalise_structured(from, pairwise, renormalise), {}, {}, {}};
  }
};

struct StructuredOptions {
  static constexpr const char* kType = "structured";
  bool renormalise = false;
  static void fields(auto& o, auto&& f) {
    f("renormalise", o.renormalise, "whether weights are divided by their sum");
  }
  std::unique_ptr<Normaliser> make(const Scope& scope) const {
    return std::make_unique<StructuredNormaliser>(scope, renormalise);
  }
};

}  // namespace heed
