// A Scorer says how well a query matches each key. Each is one file in scorers/ with its options, and one
// place in the list in scorers.h.
#pragma once

#include <memory>

#include "heed/nn/attention/feature.h"
#include "heed/nn/attention/types.h"
#include "heed/nn/layers.h"
#include "heed/ops/attention.h"

namespace heed {

struct Scorer {
  virtual ~Scorer() = default;
  // What can be computed from the states once per source: [B,H,Tk,D] → [B,H,Tk,Dk].
  virtual Tensor prepare(const Tensor& states) const { return states; }
  virtual Tensor scores(const Query& query, const Seen& seen) const = 0;  // [B,H,Tq,Tk]
  // The width F in which it takes features; 0 = it takes none.
  virtual int64_t feature_width() const { return 0; }
  // A feature that is part of the score itself; null = none.
  virtual std::unique_ptr<Feature> own_feature(const Scope&) const { return nullptr; }
};

}  // namespace heed
