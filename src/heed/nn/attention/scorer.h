// A Scorer computes how well a query matches each key. Each has one file in scorers/, with its options, and
// one entry in the list in scorers.h.
#pragma once

#include <memory>

#include "heed/nn/attention/feature.h"
#include "heed/nn/attention/types.h"
#include "heed/nn/layers.h"
#include "heed/ops/attention.h"

namespace heed {

struct Scorer {
  virtual ~Scorer() = default;
  // Computes the keys from the states, once for each source: [B,H,Tk,D] → [B,H,Tk,Dk].
  virtual Tensor prepare(const Tensor& states) const { return states; }
  virtual Tensor scores(const Query& query, const Seen& seen) const = 0;  // [B,H,Tq,Tk]
  // The width F of the features that the scorer reads; 0: it reads none.
  virtual int64_t feature_width() const { return 0; }
  // A feature that is part of the score itself, or null.
  virtual std::unique_ptr<Feature> own_feature(const Scope&) const { return nullptr; }
};

}  // namespace heed
