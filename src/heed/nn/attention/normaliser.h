// A Normaliser turns scores into weights, under a mask. Each is one file in normalisers/ with its options,
// and one place in the list in normalisers.h.
#pragma once

#include <memory>

#include "heed/base/options.h"
#include "heed/nn/attention/types.h"
#include "heed/nn/dropout.h"
#include "heed/nn/parameters.h"
#include "heed/ops/normalise.h"

namespace heed {

struct Normaliser {
  virtual ~Normaliser() = default;
  // scores [B,H,Tq,Tk], a mask that broadcasts to them, bias [B,Tk] or undefined
  virtual Chosen choose(const ops::Masked& from, const StepNoise& noise) const = 0;
};

}  // namespace heed
