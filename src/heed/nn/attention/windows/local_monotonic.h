// Local monotonic window (Luong 2015, local-m): positions [p − D, p + D] around p = min(t, S − 1), where t is
// the step and S the length of the source, so that the window is never empty. The cost of a step depends on D
// and not on S.
#pragma once

#include "heed/nn/attention/window.h"

namespace heed {

struct LocalMonotonicWindow : Window {
  int64_t radius;

  explicit LocalMonotonicWindow(int64_t d) : radius(d) {}
  void ask(Needs& needs) const override { needs.position = needs.lengths = true; }
  Band band(const Query& query, const Memory& memory, const Carry&) const override {
    return {ops::centre_monotonic(query.position, memory.lengths), radius, radius, 0};
  }
};

struct LocalMonotonicOptions {
  static constexpr const char* kType = "local-m";
  static constexpr LooksFrom kFrom = LooksFrom::steps;
  int64_t radius = 5;
  static void fields(auto& o, auto&& f) {
    f("radius", o.radius, "D: positions on either side of the centre", count_from(0));
  }
  std::unique_ptr<Window> make(const Scope&, int64_t) const {
    return std::make_unique<LocalMonotonicWindow>(radius);
  }
};

}  // namespace heed
