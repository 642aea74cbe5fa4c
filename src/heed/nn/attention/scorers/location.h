// Location score (Luong 2015): (W q)_j, which depends on the position alone and not on the key. W has a row
// for each position up to a maximum. Positions beyond the maximum are not attended to.
#pragma once

#include "heed/base/options.h"
#include "heed/nn/attention/scorer.h"

namespace heed {

struct LocationScorer : Scorer {
  Linear place;

  LocationScorer(const Scope& scope, int64_t query_width, int64_t positions)
      : place(scope / "place", query_width, positions, /*with_bias=*/false) {}
  Tensor scores(const Query& query, const Seen& seen) const override {
    return ops::score_location(place(query.vector), seen.keys, seen.begin);
  }
};

struct LocationOptions {
  static constexpr const char* kType = "location";
  int64_t positions = 200;
  static void fields(auto& o, auto&& f) {
    f("positions", o.positions, "longest source, in tokens, that can be attended to completely",
      between(1, 1e6));
  }
  std::unique_ptr<Scorer> make(const Scope& scope, int64_t query_width, int64_t) const {
    return std::make_unique<LocationScorer>(scope, query_width, positions);
  }
};

}  // namespace heed
