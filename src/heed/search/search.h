// Three ways to produce outputs with any Stepper, batched over sentences: beam search (greedy search is a
// beam of one), sampling, and forced scoring of given outputs. Each hypothesis has the attention of its own
// steps.
#pragma once

#include <span>
#include <vector>

#include "heed/search/hypothesis.h"
#include "heed/search/stepper.h"

namespace heed {

// The hypotheses of each sentence: the n_best, best first, or all samples in the order of their numbers.
using FoundHypotheses = std::vector<std::vector<Hypothesis>>;

// Runs beam search, or sampling if the options ask for it.
FoundHypotheses search(Stepper& stepper, std::span<const Sentence> sentences, const SearchTokens& tokens,
                       const SearchOptions& options);

// Beam search. The beam of a sentence is its `beam` best hypotheses of each length by log-probability. A
// hypothesis that ends keeps its place for good, so that the beam narrows. A sentence is finished when all
// hypotheses of its beam have ended, or when it has n_best hypotheses that no open one can overtake: even the
// best open one, if it lost nothing more until its length limit, would not be better. So stopping early never
// changes the result.
FoundHypotheses beam_search(Stepper& stepper, std::span<const Sentence> sentences, const SearchTokens& tokens,
                            const SearchOptions& options);

// Draws `samples` outputs for each sentence. Each token depends on (seed, sentence number, sample, step) and
// never on the other sentences of the batch. The log-probabilities are those of the model, without
// temperature, top_k and top_p.
FoundHypotheses sample(Stepper& stepper, std::span<const Sentence> sentences, const SearchTokens& tokens,
                       const SearchOptions& options);

// Scores the given outputs (each with its end token) and records their attention.
std::vector<Hypothesis> score_given(Stepper& stepper, std::span<const Sentence> sentences,
                                    std::span<const std::vector<int32_t>> outputs, const SearchTokens& tokens,
                                    const SearchOptions& options);

}  // namespace heed
