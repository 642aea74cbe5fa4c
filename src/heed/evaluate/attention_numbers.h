// Statistics of attention, computed from α_tj, the mean over heads of the weight that output token t gives to
// source token j:
//
//   entropy             mean over t of −Σ_j p_tj ln p_tj,  p_tj = α_tj / Σ_j α_tj: how widely a token looks
//   entropy share       mean over t of the same / ln(number of source tokens): 1 means spread evenly
//   coverage            share of the source tokens j with Σ_t α_tj ≥ 0.5
//   coverage deviation  mean over j of |1 − Σ_t α_tj|: 0 means that each source token gets 1 in all
//
// The two shares are scores from 0 to 100; entropy is in nats, deviation in weight.
//
// All tokens of the corpus count equally. Output tokens include the end token. Weights of all source tokens
// count, but only source tokens that stand for text need to be covered. A row without weight, from an empty
// window, has no entropy. GNMT's coverage penalty (Wu et al. 2016) and coverage models (Tu et al. 2016) use
// the same sums Σ_t α_tj.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "heed/metrics/bootstrap.h"
#include "heed/show/attention_map.h"

namespace heed {

// A source token counts as covered if its weights sum to at least this.
inline constexpr double kCovered = 0.5;

struct AttentionNumbers {
  Score entropy, entropy_share, coverage, coverage_deviation;
  std::vector<double> entropy_by_head;  // the entropy of each head's own weights
};

// What one output adds to the sums. `heads` are all maps of one output, at least one, over the same tokens.
// Outputs of models with the same number of heads add the same number of values.
Statistics attention_statistics(std::span<const AttentionMap> heads);

// Throws InputError if there are no outputs.
AttentionNumbers attention_numbers(std::span<const Statistics> outputs,
                                   const BootstrapOptions& bootstrap = {});

}  // namespace heed
