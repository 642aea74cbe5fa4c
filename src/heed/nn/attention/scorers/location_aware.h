// Location-aware score (Chorowski 2015): wᵀ tanh(W q + V k + U f_j + b), f = F ∗ α', with filters F over the
// weights α' of the previous step. It is the additive score with this feature.
#pragma once

#include "heed/nn/attention/scorers/additive.h"

namespace heed {

struct LocationAwareOptions {
  static constexpr const char* kType = "location-aware";
  int64_t width = 128, filters = 10, reach = 7;
  static void fields(auto& o, auto&& f) {
    f("width", o.width, "width A of the hidden layer", count_from(1));
    f("filters", o.filters, "how many filters", count_from(1));
    f("reach", o.reach, "positions that a filter sees on either side", between(0, 100'000));
  }
  std::unique_ptr<Scorer> make(const Scope& scope, int64_t query_width, int64_t key_width) const;
};

struct LocationAwareScorer : AdditiveScorer {
  LocationAwareOptions options;

  LocationAwareScorer(const LocationAwareOptions& o, const Scope& scope, int64_t query_width,
                      int64_t key_width)
      : AdditiveScorer(scope, query_width, key_width, o.width), options(o) {}
  std::unique_ptr<Feature> own_feature(const Scope& scope) const override {
    return std::make_unique<PreviousWeightsFeature>(scope / "location", options.filters,
                                                    2 * options.reach + 1, options.width);
  }
};

inline std::unique_ptr<Scorer> LocationAwareOptions::make(const Scope& scope, int64_t query_width,
                                                          int64_t key_width) const {
  return std::make_unique<LocationAwareScorer>(*this, scope, query_width, key_width);
}

}  // namespace heed
