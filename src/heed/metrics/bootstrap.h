// How far a score may be trusted: sentences are drawn again with replacement, many times (Koehn 2004,
// "Statistical significance tests for machine translation evaluation"). The draws are a function of the seed,
// and the same for every system and metric, so systems are compared on the same samples.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "heed/metrics/score.h"

namespace heed {

// What one sentence adds to a metric's sum.
using Statistics = std::vector<double>;

struct BootstrapOptions {
  int64_t samples = 0;  // 0 = none
  int64_t seed = 12345;
};

// A score from a sum of statistics.
using Finish = std::function<double(std::span<const double> sum)>;

Statistics sum_of(std::span<const Statistics> sentences);

// The score of each sample. There must be a sentence to draw.
std::vector<double> bootstrap_scores(std::span<const Statistics> sentences, const Finish& finish,
                                     const BootstrapOptions& options);

// The mean of the samples, and the bounds that leave out a fortieth of them at either end.
Interval bootstrap_interval(std::vector<double> scores);

// The interval of a score, if samples are asked for.
std::optional<Interval> interval_of(std::span<const Statistics> sentences, const Finish& finish,
                                    const BootstrapOptions& options);

// How a number was computed: the samples, if there are any, its own settings, and which Heed computed it:
// "bs:1000|seed:12345|tok:13a|version:heed-0.2.0".
std::string signature(const std::string& settings, const BootstrapOptions& options);

// How likely a difference as great as that between two systems is if they are in truth equally good:
// (1 + how many samples' |difference|, less the mean of these, exceeds the whole corpus's |difference|)
// / (1 + samples), as sacreBLEU's paired bootstrap has it; 1 if there is no difference to explain.
double paired_p_value(std::span<const Statistics> system, std::span<const Statistics> other,
                      const Finish& finish, const BootstrapOptions& options);

}  // namespace heed
