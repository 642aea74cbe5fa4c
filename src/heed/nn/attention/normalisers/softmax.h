// Softmax with an inverse temperature β: softmax(β · score). β > 1 sharpens (Chorowski 2015).
#pragma once

#include "heed/nn/attention/normaliser.h"

namespace heed {

struct SoftmaxNormaliser : Normaliser {
  double sharpness;

  explicit SoftmaxNormaliser(double beta) : sharpness(beta) {}
  Chosen choose(const ops::Masked& from, const StepNoise&) const override {
    return {ops::normalise_softmax(from.scores, from.mask, from.bias, sharpness), {}, {}, {}};
  }
};

struct SoftmaxOptions {
  static constexpr const char* kType = "softmax";
  double sharpness = 1.0;
  static void fields(auto& o, auto&& f) {
    f("sharpness", o.sharpness, "inverse temperature of the softmax", between(1e-3, 1e3));
  }
  std::unique_ptr<Normaliser> make(const Scope&) const {
    return std::make_unique<SoftmaxNormaliser>(sharpness);
  }
};

}  // namespace heed
