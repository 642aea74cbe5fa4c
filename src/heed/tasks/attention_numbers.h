// Attention in numbers, to set beside its picture. Of the mean over heads α_tj, the weight that output token
// t gave source token j:
//
//   entropy             mean over t of −Σ_j p_tj ln p_tj,  p_tj = α_tj / Σ_j α_tj: how widely a token looks
//   entropy share       mean over t of the same / ln(number of source tokens): 1 = spread evenly
//   coverage            share of the source tokens j with Σ_t α_tj ≥ 0.5
//   coverage deviation  mean over j of |1 − Σ_t α_tj|: 0 = every source token was looked at once in all
//
// The two shares are scores from 0 to 100; entropy is in nats, deviation in weight.
//
// All tokens of the corpus count alike. Output tokens include the end, and every source token may be looked
// at; only those that stand for text need be covered. A row without weight, of a window with nothing in it,
// has no entropy. GNMT's coverage penalty (Wu et al. 2016) and coverage models (Tu et al. 2016) rest on the
// same sums Σ_t α_tj.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "heed/metrics/bootstrap.h"
#include "heed/show/attention_map.h"

namespace heed {

// Tokens whose weights sum to this count as covered.
inline constexpr double kCovered = 0.5;

struct AttentionNumbers {
  Score entropy, entropy_share, coverage, coverage_deviation;
  std::vector<double> entropy_by_head;  // of each head's own weights
};

// What one output adds; `heads` are all its maps, at least one, over the same tokens. Outputs of models with
// as many heads add as many numbers.
Statistics attention_statistics(std::span<const AttentionMap> heads);

// An InputError if there is no output.
AttentionNumbers attention_numbers(std::span<const Statistics> outputs,
                                   const BootstrapOptions& bootstrap = {});

}  // namespace heed
