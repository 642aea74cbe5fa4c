// A Feature gives a scorer something more to look at than query and key: what was looked at before. It is
// added inside the hidden layer of the scores that have one.
#pragma once

#include <memory>

#include "heed/nn/attention/types.h"
#include "heed/nn/layers.h"
#include "heed/ops/attention.h"

namespace heed {

struct Feature {
  virtual ~Feature() = default;
  virtual void ask(Needs& needs) const = 0;
  virtual Tensor of(const Carry& carry) const = 0;  // [B,H,Tk,F]
};

// U (F ∗ α'), α' the weights of the step before (Chorowski 2015): filters over them, projected.
struct PreviousWeightsFeature : Feature {
  Tensor filters;  // [K,R]
  Linear project;

  PreviousWeightsFeature(const Scope& scope, int64_t count, int64_t reach, int64_t width)
      : filters(scope.make("filters", {count, reach}, Init::glorot(reach, count))),
        project(scope / "project", count, width, /*with_bias=*/false) {}
  void ask(Needs& needs) const override { needs.weights = true; }
  Tensor of(const Carry& carry) const override { return project(ops::convolve(carry.weights, filters)); }
};

// w · Σ α', the sum over all steps before (See 2017).
struct CoverageFeature : Feature {
  Tensor weight;  // [F,1]

  CoverageFeature(const Scope& scope, int64_t width)
      : weight(scope.make("weight", {width, 1}, Init::glorot(1, width))) {}
  void ask(Needs& needs) const override { needs.coverage = true; }
  Tensor of(const Carry& carry) const override { return ops::convolve(carry.coverage, weight); }
};

}  // namespace heed
