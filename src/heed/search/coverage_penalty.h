// The coverage penalty: β · Σ_j log min(Σ_t a_tj, 1) is added to the score, because an output has probably
// left out what it never attended to. a_tj is the weight of source token j at step t, mean over heads (Wu et
// al. 2016). A source token without any weight counts as one with 10⁻⁶, because a narrow window may never
// reach it.
#pragma once

#include <memory>

#include "heed/search/penalty.h"

namespace heed {

std::unique_ptr<Penalty> make_coverage_penalty(double beta);

}  // namespace heed
