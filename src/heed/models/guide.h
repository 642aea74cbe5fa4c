// Guided attention: a loss for weights that differ from a guide.
//   toward: a given alignment (each target token's links, as weights that sum to one), the diagonal (target
//           token t at source position t·(S−1)/(T−1)), or the identity (at source position t)
//   by:     L1, Σ_j |α_tj − g_tj|, or cross-entropy, −Σ_j g_tj log α_tj (Chen 2016)
// The loss is summed over target tokens that have a guide, and averaged over heads.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "heed/base/options.h"
#include "heed/ops/tensor.h"

namespace heed {

struct GuideOptions {
  static constexpr const char* kShort = "toward";
  std::string toward = "none", by = "cross-entropy";
  double weight = 1.0;
  static void fields(auto& o, auto&& f) {
    f("toward", o.toward,
      "what attention is guided toward: nothing, alignments in the data, the diagonal, or i = j",
      one_of({"none", "alignment", "diagonal", "identity"}));
    f("by", o.by, "how the distance from the guide is measured", one_of({"l1", "cross-entropy"}));
    f("weight", o.weight, "weight of the guide in the loss", at_least(0.0));
  }
  bool on() const { return toward != "none" && weight > 0; }
};

// The pairs of sequences whose attention is guided.
struct GuidedPairs {
  std::span<const int64_t> sources, targets;  // [B]: lengths
  int64_t longest_source = 0, longest_target = 0;
  std::span<const float> links;  // [B,T,S]: given alignments as weights (data/batch.h); may be empty
};

// The guide, [B,T,S], of the type of `like`. Tokens without a guide have rows of zeros. Undefined if no token
// has a guide.
Tensor guide_of(const GuideOptions& options, const GuidedPairs& pairs, const Tensor& like);

// The loss of weights [B,H,T,S] against the guide, a scalar.
Tensor guide_loss(const GuideOptions& options, const Tensor& weights, const Tensor& guide);

}  // namespace heed
