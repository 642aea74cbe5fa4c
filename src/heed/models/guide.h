// Guided attention: the loss of looking elsewhere than one should.
//   toward: a given alignment (each target token's links, as weights that sum to one), the diagonal (target
//           token t at source position t·(S−1)/(T−1)), or the identity (at source position t)
//   by:     L1, Σ_j |α_tj − g_tj|, or cross-entropy, −Σ_j g_tj log α_tj (Chen 2016)
// summed over target tokens that have a guide, and averaged over heads.
#pragma once

#include <string>
#include <vector>

#include "heed/base/options.h"
#include "heed/data/batch.h"
#include "heed/ops/tensor.h"

namespace heed {

struct GuideOptions {
  static constexpr const char* kShort = "toward";
  std::string toward = "none", by = "cross-entropy";
  double weight = 1.0;
  static void fields(auto& o, auto&& f) {
    f("toward", o.toward, "what attention is guided to: nothing, the data's alignment, the diagonal, i = j",
      one_of({"none", "alignment", "diagonal", "identity"}));
    f("by", o.by, "how far it is from that is measured", one_of({"l1", "cross-entropy"}));
    f("weight", o.weight, "of this in the loss", at_least(0.0));
  }
  bool on() const { return toward != "none" && weight > 0; }
};

// What the batch's attention is guided to, [B,T,S] beside `like`; rows of zeros have no guide. Undefined if
// none of them has.
Tensor guide_of(const GuideOptions& options, const Batch& batch, const Tensor& like);

// Of weights [B,H,T,S] against the guide: a scalar.
Tensor guide_loss(const GuideOptions& options, const Tensor& weights, const Tensor& guide);

}  // namespace heed
