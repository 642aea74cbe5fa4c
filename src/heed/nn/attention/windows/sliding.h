// Sliding window: positions within ±w of the query's own, for self-attention. The cost is linear in the
// length.
#pragma once

#include "heed/nn/attention/window.h"

namespace heed {

struct SlidingWindow : Window {
  int64_t radius;

  explicit SlidingWindow(int64_t w) : radius(w) {}
  void ask(Needs& needs) const override { needs.position = true; }
  Band band(const Query& query, const Memory&, const Carry&) const override {
    return {query.position, radius, radius, 0};
  }
};

struct SlidingOptions {
  static constexpr const char* kType = "sliding";
  static constexpr LooksFrom kFrom = LooksFrom::itself;
  int64_t radius = 5;
  static void fields(auto& o, auto&& f) {
    f("radius", o.radius, "w: positions on either side of the query's own", count_from(0));
  }
  std::unique_ptr<Window> make(const Scope&, int64_t) const {
    return std::make_unique<SlidingWindow>(radius);
  }
};

}  // namespace heed
