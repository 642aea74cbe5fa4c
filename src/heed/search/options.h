// Options of the search: the `search:` section of a recipe. docs/search.md has the equation of each option.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "heed/base/options.h"
#include "heed/search/coverage_penalty.h"
#include "heed/search/length_penalty.h"

namespace heed {

struct SearchOptions {
  int64_t beam = 1, n_best = 1, samples = 0;
  LengthPenaltyOptions length_penalty;
  double coverage_penalty = 0;
  int64_t no_repeat = 0, min_length = 0, max_extra = 10, max_length = 1000;
  double max_ratio = 2.0;
  double temperature = 1.0, top_p = 1.0;
  int64_t top_k = 0, seed = 1;
  std::string ensemble = "probabilities";
  std::vector<std::string> weights;  // numbers; read by member_weights()
  static void fields(auto& o, auto&& f) {
    f("beam", o.beam, "hypotheses kept; 1 = greedy", between(1, 1000));
    f("n_best", o.n_best, "hypotheses returned, best first; at most the beam", between(1, 1000));
    f("length_penalty", o.length_penalty, "how scores are normalised by length");
    f("coverage_penalty", o.coverage_penalty,
      "weight of the penalty for source tokens without attention; 0 = none", between(0.0, 100.0));
    f("no_repeat", o.no_repeat, "forbid repeating any n consecutive tokens; 0 = allow", between(0, 1000));
    f("min_length", o.min_length, "least number of tokens in an output", between(0, 1'000'000));
    f("max_ratio", o.max_ratio, "an output has at most max_ratio · source + max_extra tokens",
      between(0.0, 1000.0));
    f("max_extra", o.max_extra, "an output has at most max_ratio · source + max_extra tokens",
      between(1, 1'000'000));
    f("max_length", o.max_length, "largest number of tokens in an output", between(1, 1'000'000));
    f("samples", o.samples, "outputs sampled at random instead of searched for; 0 = search",
      between(0, 1000));
    f("temperature", o.temperature, "samples: log-probabilities are divided by this", between(0.01, 100.0));
    f("top_k", o.top_k, "samples: only the k most probable tokens; 0 = all", between(0, 1'000'000));
    f("top_p", o.top_p, "samples: only the most probable tokens that together have this probability",
      between(1e-6, 1.0));
    f("seed", o.seed, "samples: seed of the random draws", at_least(0));
    f("ensemble", o.ensemble,
      "how the models of an ensemble are put together: the mean of their probabilities, the mean of their "
      "log-probabilities, or the sum of their log-probabilities",
      one_of({"probabilities", "log-probabilities", "sum"}));
    f("weights", o.weights, "weights of the models of an ensemble, in their order; none = all 1");
  }
};

// The number of hypotheses (or samples) that a sentence has at the same time.
int64_t search_width(const SearchOptions& options);
int64_t search_results(const SearchOptions& options);

// The weights of an ensemble of `models` models, all 1 if the options have none. Throws OptionError unless
// there is one for each model, none is negative and one is positive.
std::vector<double> member_weights(const SearchOptions& options, std::size_t models);

// Checks rules about several fields: throws OptionError if n_best is more than the beam.
void require_valid(const SearchOptions& options);

}  // namespace heed
