// Three ways to an output, over any Stepper, batched over sentences: beam search (greedy search is a beam of
// one), sampling, and forced scoring, the same walk along given outputs. Each hypothesis carries the
// attention of its own steps.
#pragma once

#include <span>
#include <vector>

#include "heed/search/hypothesis.h"
#include "heed/search/stepper.h"

namespace heed {

// For each sentence its hypotheses: n_best, best first; or all samples, in the order of their numbers.
using Found = std::vector<std::vector<Hypothesis>>;

// Beam search, or samples if the options say so.
Found search(Stepper& stepper, std::span<const Sentence> sentences, const SearchTokens& tokens,
             const SearchOptions& options);

// The beam of a sentence is its `beam` best hypotheses of each length by log-probability; one that ends keeps
// its place in it for good, so that the beam narrows. A sentence is done when its beam is all ended, or when
// it has n_best hypotheses that no open one can overtake: the bound of the best open one, having lost nothing
// more at its length limit, is not above them. What is returned is therefore what would have been returned
// without stopping.
Found beam_search(Stepper& stepper, std::span<const Sentence> sentences, const SearchTokens& tokens,
                  const SearchOptions& options);

// `samples` outputs a sentence, each token drawn by (seed, sentence number, sample, step): never by what else
// is in the batch. Their log-probabilities are the model's own, without temperature, top_k and top_p.
Found sample(Stepper& stepper, std::span<const Sentence> sentences, const SearchTokens& tokens,
             const SearchOptions& options);

// The given outputs (each with its end token), scored and with their attention.
std::vector<Hypothesis> score_given(Stepper& stepper, std::span<const Sentence> sentences,
                                    std::span<const std::vector<int32_t>> outputs, const SearchTokens& tokens,
                                    const SearchOptions& options);

}  // namespace heed
