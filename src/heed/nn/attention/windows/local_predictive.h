// Local predictive window (Luong 2015, local-p): positions [p − D, p + D] around a predicted
//   p = S · σ(vᵀ tanh(W q)),  S the length of the source.
// The weights inside are multiplied by exp(−(s − p)² / 2σ²), σ = D/2: they do not sum to one, and the
// gradient reaches p through that factor. The cost of a step depends on D and not on S. All heads have the
// same p.
#pragma once

#include "heed/nn/attention/window.h"
#include "heed/ops/ops.h"

namespace heed {

struct LocalPredictiveWindow : Window {
  int64_t radius;
  Linear hidden, predict;

  LocalPredictiveWindow(const Scope& scope, int64_t query_width, int64_t d)
      : radius(d),
        hidden(scope / "hidden", query_width, query_width, /*with_bias=*/false),
        predict(scope / "predict", query_width, 1, /*with_bias=*/false) {}
  void ask(Needs& needs) const override { needs.lengths = true; }
  Band band(const Query& query, const Memory& memory, const Carry&) const override {
    Tensor place = predict(ops::tanh(hidden(ops::join_heads(query.vector))));  // [B,Tq,1]
    return {ops::centre_predicted(place, memory.lengths), radius, radius, static_cast<double>(radius) / 2};
  }
};

struct LocalPredictiveOptions {
  static constexpr const char* kType = "local-p";
  static constexpr LooksFrom kFrom = LooksFrom::steps;
  int64_t radius = 5;
  static void fields(auto& o, auto&& f) {
    f("radius", o.radius, "D: positions on either side of the centre", count_from(1));
  }
  std::unique_ptr<Window> make(const Scope& scope, int64_t query_width) const {
    return std::make_unique<LocalPredictiveWindow>(scope, query_width, radius);
  }
};

}  // namespace heed
