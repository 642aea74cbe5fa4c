// A Normaliser turns scores into weights under a mask. Each has one file in normalisers/, with its options,
// and one entry in the list in normalisers.h.
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
  // `from` has scores [B,H,Tq,Tk], a mask that broadcasts to them, and a bias [B,Tk], which may be undefined.
  virtual Chosen choose(const ops::Masked& from, const StepNoise& noise) const = 0;
};

}  // namespace heed
