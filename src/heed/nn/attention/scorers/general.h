// General score (Luong 2015): qᵀ W k. W k is computed once for each source.
#pragma once

#include "heed/nn/attention/scorer.h"

namespace heed {

struct GeneralScorer : Scorer {
  Linear key;

  GeneralScorer(const Scope& scope, int64_t query_width, int64_t key_width)
      : key(scope / "key", key_width, query_width, /*with_bias=*/false) {}

  Tensor prepare(const Tensor& states) const override { return key(states); }
  Tensor scores(const Query& query, const Seen& seen) const override {
    return ops::score_dot(query.vector, seen.keys, 1.0);
  }
};

struct GeneralOptions {
  static constexpr const char* kType = "general";
  static void fields(auto&, auto&&) {}

  std::unique_ptr<Scorer> make(const Scope& scope, int64_t query_width, int64_t key_width) const {
    return std::make_unique<GeneralScorer>(scope, query_width, key_width);
  }
};

}  // namespace heed
