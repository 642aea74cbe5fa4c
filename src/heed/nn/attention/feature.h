// A Feature is a further input of a score besides query and key: what earlier steps attended to. It is added
// inside the hidden layer of scores that have one.
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

// U (F ∗ α'): filters F over α', the weights of the previous step, projected by U (Chorowski 2015).
struct PreviousWeightsFeature : Feature {
  Tensor filters;  // [K,R]
  Linear project;

  PreviousWeightsFeature(const Scope& scope, int64_t count, int64_t reach, int64_t width)
      : filters(scope.make("filters", {count, reach}, Init::glorot(reach, count))),
        project(scope / "project", count, width, /*with_bias=*/false) {}
  void ask(Needs& needs) const override { needs.weights = true; }
  Tensor of(const Carry& carry) const override { return project(ops::convolve(carry.weights, filters)); }
};

// w · Σ α', where Σ α' is the sum of the weights of all previous steps (See 2017).
struct CoverageFeature : Feature {
  Tensor weight;  // [F,1]

  CoverageFeature(const Scope& scope, int64_t width)
      : weight(scope.make("weight", {width, 1}, Init::glorot(1, width))) {}
  void ask(Needs& needs) const override { needs.coverage = true; }
  Tensor of(const Carry& carry) const override { return ops::convolve(carry.coverage, weight); }
};

}  // namespace heed
