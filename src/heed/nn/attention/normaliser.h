// A Normaliser turns scores into weights, under a mask.
#pragma once

#include <memory>
#include <variant>

#include "heed/base/options.h"
#include "heed/nn/attention/types.h"
#include "heed/nn/parameters.h"
#include "heed/ops/attention.h"

namespace heed {

struct Normaliser {
  virtual ~Normaliser() = default;
  // scores [B,H,Tq,Tk], mask that broadcasts to them, bias [B,Tk] or undefined → weights [B,H,Tq,Tk]
  virtual Tensor weights(const Tensor& scores, const Tensor& mask, const Tensor& bias) const = 0;
};

// softmax(β · score); β > 1 sharpens.
struct SoftmaxNormaliser : Normaliser {
  double sharpness;
  explicit SoftmaxNormaliser(double beta) : sharpness(beta) {}
  Tensor weights(const Tensor& scores, const Tensor& mask, const Tensor& bias) const override {
    return ops::normalise_softmax(scores, mask, bias, sharpness);
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

using NormaliserOptions = std::variant<SoftmaxOptions>;

}  // namespace heed
