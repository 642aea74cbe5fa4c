// Beam search, batched over sentences; greedy search is a beam of one. And forced scoring: the same walk
// along given outputs. Each hypothesis carries the attention of its own steps, whatever the beam did in
// between.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "heed/base/options.h"
#include "heed/search/stepper.h"

namespace heed {

struct SearchOptions {
  int64_t beam = 1, max_extra = 10, max_length = 1000;
  double length_penalty = 1.0, max_ratio = 2.0;
  static void fields(auto& o, auto&& f) {
    f("beam", o.beam, "hypotheses kept; 1 = greedy", between(1, 1000));
    f("length_penalty", o.length_penalty, "scores are divided by length to this power", between(0.0, 10.0));
    f("max_ratio", o.max_ratio, "an output has at most max_ratio · source + max_extra tokens", at_least(0.0));
    f("max_extra", o.max_extra, "an output has at most max_ratio · source + max_extra tokens", at_least(1));
    f("max_length", o.max_length, "no output has more tokens than this", between(1, 1'000'000));
  }
};

// What search must know of the vocabulary.
struct SearchTokens {
  int32_t start = 0, end = 0;
  std::vector<int32_t> forbidden;  // never produced: padding, start, unknown
};

struct Hypothesis {
  std::vector<int32_t> tokens;      // with the end token, if it was reached
  std::vector<float> token_scores;  // log-probability of each token
  double log_probability = 0;       // their sum
  double score = 0;                 // what hypotheses are ranked by
  bool ended = false;               // false: cut at the length limit
  int32_t heads = 0, width = 0;     // weights are [tokens, heads, width]
  std::vector<int32_t> begin;       // [tokens]
  std::vector<float> weights;
};

// Drops what lies behind the source's own columns: the padding of a batch, whose weights are zero.
void keep_columns(Hypothesis& hypothesis, int32_t columns);

int32_t length_limit(const SearchOptions& options, int64_t source_length);

// For each sentence its hypotheses, best first; limits[s] is the largest number of tokens for sentence s.
std::vector<std::vector<Hypothesis>> beam_search(Stepper& stepper, std::span<const int32_t> limits,
                                                 const SearchTokens& tokens, const SearchOptions& options);

// The given outputs (each with its end token), scored and with their attention.
std::vector<Hypothesis> score_given(Stepper& stepper, std::span<const std::vector<int32_t>> outputs,
                                    const SearchTokens& tokens, const SearchOptions& options);

}  // namespace heed
