// Concat score (Luong 2015): vᵀ tanh(W [q; k]). The two halves of W are stored separately, so that the half
// for keys is applied once for each source: this is the additive score without a bias.
#pragma once

#include "heed/nn/attention/scorers/additive.h"

namespace heed {

struct ConcatOptions {
  static constexpr const char* kType = "concat";
  int64_t width = 128;
  static void fields(auto& o, auto&& f) { f("width", o.width, "width A of the hidden layer", count_from(1)); }

  std::unique_ptr<Scorer> make(const Scope& scope, int64_t query_width, int64_t key_width) const {
    return std::make_unique<AdditiveScorer>(scope, query_width, key_width, width, /*with_bias=*/false);
  }
};

}  // namespace heed
