// Scaled dot score (Vaswani 2017): qᵀ k / √d, d = the width of one head's key. No parameters.
#pragma once

#include <cmath>

#include "heed/nn/attention/scorers/dot.h"

namespace heed {

struct ScaledDotScorer : Scorer {
  double scale;

  explicit ScaledDotScorer(int64_t width) : scale(1 / std::sqrt(static_cast<double>(width))) {}
  Tensor scores(const Query& query, const Seen& seen) const override {
    return ops::score_dot(query.vector, seen.keys, scale);
  }
};

struct ScaledDotOptions {
  static constexpr const char* kType = "scaled-dot";
  static void fields(auto&, auto&&) {}

  std::unique_ptr<Scorer> make(const Scope&, int64_t query_width, int64_t key_width) const {
    require_one_width(kType, query_width, key_width);
    return std::make_unique<ScaledDotScorer>(key_width);
  }
};

}  // namespace heed
