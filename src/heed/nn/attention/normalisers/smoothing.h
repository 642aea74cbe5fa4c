// Smoothing (Chorowski 2015): σ(e) / Σ σ(e). Flatter than softmax: several positions can have large weights.
#pragma once

#include "heed/nn/attention/normaliser.h"

namespace heed {

struct SmoothingNormaliser : Normaliser {
  Chosen choose(const ops::Masked& from, const StepNoise&) const override {
    return {ops::normalise_smoothing(from), {}, {}, {}};
  }
};

struct SmoothingOptions {
  static constexpr const char* kType = "smoothing";
  static void fields(auto&, auto&&) {}
  std::unique_ptr<Normaliser> make(const Scope&) const { return std::make_unique<SmoothingNormaliser>(); }
};

}  // namespace heed
