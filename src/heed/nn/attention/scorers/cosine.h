// Cosine score: g · qᵀ k / (‖q‖ ‖k‖), with a learnt g. Keys are normalised once for each source.
#pragma once

#include "heed/nn/attention/scorers/dot.h"
#include "heed/ops/ops.h"

namespace heed {

struct CosineScorer : Scorer {
  Tensor gain;  // [1]

  explicit CosineScorer(const Scope& scope) : gain(scope.make("gain", {1}, {0, 10})) {}
  Tensor prepare(const Tensor& states) const override { return ops::unit(states); }
  Tensor scores(const Query& query, const Seen& seen) const override {
    return ops::scale(ops::score_dot(ops::unit(query.vector), seen.keys, 1.0), gain);
  }
};

struct CosineOptions {
  static constexpr const char* kType = "cosine";
  static void fields(auto&, auto&&) {}

  std::unique_ptr<Scorer> make(const Scope& scope, int64_t query_width, int64_t key_width) const {
    require_one_width(kType, query_width, key_width);
    return std::make_unique<CosineScorer>(scope);
  }
};

}  // namespace heed
