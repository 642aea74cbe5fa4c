// Top-k (Chorowski 2015): the k highest scores, renormalised by softmax.
#pragma once

#include "heed/nn/attention/normaliser.h"

namespace heed {

struct TopKNormaliser : Normaliser {
  int64_t k;

  explicit TopKNormaliser(int64_t count) : k(count) {}
  Chosen choose(const ops::Masked& from, const StepNoise&) const override {
    return {ops::normalise_top_k(from, k), {}, {}, {}};
  }
};

struct TopKOptions {
  static constexpr const char* kType = "top-k";
  int64_t k = 4;
  static void fields(auto& o, auto&& f) { f("k", o.k, "how many positions have a weight", count_from(1)); }
  std::unique_ptr<Normaliser> make(const Scope&) const { return std::make_unique<TopKNormaliser>(k); }
};

}  // namespace heed
