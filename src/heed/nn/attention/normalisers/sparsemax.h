// Sparsemax (Martins & Astudillo 2016): the point of the simplex nearest to the scores. Low scores get
// exactly zero.
#pragma once

#include "heed/nn/attention/normaliser.h"

namespace heed {

struct SparsemaxNormaliser : Normaliser {
  Chosen choose(const ops::Masked& from, const StepNoise&) const override {
    return {ops::normalise_sparsemax(from), {}, {}, {}};
  }
};

struct SparsemaxOptions {
  static constexpr const char* kType = "sparsemax";
  static void fields(auto&, auto&&) {}
  std::unique_ptr<Normaliser> make(const Scope&) const { return std::make_unique<SparsemaxNormaliser>(); }
};

}  // namespace heed
