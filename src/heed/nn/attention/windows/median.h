// Median window (Chorowski 2015): positions [p − w, p + w − 1] around the median p of the weights of the
// previous step, so that attention moves forward along a long input. In the first step p is the beginning of
// the source.
#pragma once

#include "heed/nn/attention/window.h"

namespace heed {

struct MedianWindow : Window {
  int64_t radius;

  explicit MedianWindow(int64_t w) : radius(w) {}
  void ask(Needs& needs) const override { needs.weights = true; }
  Band band(const Query&, const Memory&, const Carry& carry) const override {
    return {ops::centre_median(carry.weights), radius, radius - 1, 0};
  }
};

struct MedianOptions {
  static constexpr const char* kType = "median";
  static constexpr LooksFrom kFrom = LooksFrom::steps;
  int64_t radius = 10;
  static void fields(auto& o, auto&& f) {
    f("radius", o.radius, "w: number of positions before the median, and from it on", count_from(1));
  }
  std::unique_ptr<Window> make(const Scope&, int64_t) const { return std::make_unique<MedianWindow>(radius); }
};

}  // namespace heed
