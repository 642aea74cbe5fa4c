// Additive score (Bahdanau 2015): vᵀ tanh(W q + U k + b). U k is computed once for each source.
#pragma once

#include "heed/base/options.h"
#include "heed/nn/attention/scorer.h"

namespace heed {

struct AdditiveScorer : Scorer {
  Linear query, key;
  Tensor v;  // [A]

  AdditiveScorer(const Scope& scope, int64_t query_width, int64_t key_width, int64_t width,
                 bool with_bias = true)
      : query(scope / "query", query_width, width, with_bias),
        key(scope / "key", key_width, width, /*with_bias=*/false),
        v(scope.make("v", {width}, Init::glorot(width, 1))) {}

  Tensor prepare(const Tensor& states) const override { return key(states); }
  Tensor scores(const Query& q, const Seen& seen) const override {
    return ops::score_additive(query(q.vector), seen.keys, v, seen.feature);
  }
  int64_t feature_width() const override { return v.size(0); }
};

struct AdditiveOptions {
  static constexpr const char* kType = "additive";
  int64_t width = 128;
  static void fields(auto& o, auto&& f) { f("width", o.width, "width A of the hidden layer", count_from(1)); }

  std::unique_ptr<Scorer> make(const Scope& scope, int64_t query_width, int64_t key_width) const {
    return std::make_unique<AdditiveScorer>(scope, query_width, key_width, width);
  }
};

}  // namespace heed
