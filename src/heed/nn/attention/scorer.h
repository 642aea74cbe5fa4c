// A Scorer says how well a query matches each key; a Feature gives it something more to look at (the previous
// weights, what was covered). Each scorer is one file in scorers/ with its options, and one place in the list
// in scorers.h.
#pragma once

#include <memory>

#include "heed/nn/attention/types.h"
#include "heed/nn/layers.h"
#include "heed/ops/attention.h"

namespace heed {

struct Scorer {
  virtual ~Scorer() = default;
  // What can be computed from the states once per source: [B,H,Tk,D] → [B,H,Tk,Dk].
  virtual Tensor prepare(const Tensor& states) const { return states; }
  virtual Tensor scores(const Query& query, const Seen& seen) const = 0;  // [B,H,Tq,Tk]
};

struct Feature {
  virtual ~Feature() = default;
  virtual Tensor of(const Carry& carry, const Memory& memory) const = 0;  // [B,H,Tk,F]
};

}  // namespace heed
