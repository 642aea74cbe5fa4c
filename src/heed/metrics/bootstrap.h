// Confidence intervals of scores: sentences are resampled with replacement many times (Koehn 2004,
// "Statistical significance tests for machine translation evaluation"). The seed determines the draws, which
// are the same for every system and metric, so that systems are compared on the same samples.
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
  int64_t samples = 0;  // 0: no bootstrap
  int64_t seed = 12345;
};

// Turns a sum of statistics into a score.
using Finish = std::function<double(std::span<const double> sum)>;

Statistics sum_of(std::span<const Statistics> sentences);

// The score of each sample. There must be at least one sentence.
std::vector<double> bootstrap_scores(std::span<const Statistics> sentences, const Finish& finish,
                                     const BootstrapOptions& options);

// The mean of the samples, and bounds that leave out a fortieth of them at each end.
Interval bootstrap_interval(std::vector<double> scores);

// The interval of a score, if the options ask for samples.
std::optional<Interval> interval_of(std::span<const Statistics> sentences, const Finish& finish,
                                    const BootstrapOptions& options);

// The signature of a score, which tells how it was computed: the samples, if any, the metric's settings, and
// the version of Heed: "bs:1000|seed:12345|tok:13a|version:heed-0.2.0".
std::string signature(const std::string& settings, const BootstrapOptions& options);

// The probability of a difference at least as large as that between two systems if they are equally good: (1
// + the number of samples whose |difference|, less the mean of these, exceeds the |difference| of the whole
// corpus) / (1 + samples), as in sacreBLEU's paired bootstrap. It is 1 if there is no difference.
double paired_p_value(std::span<const Statistics> system, std::span<const Statistics> other,
                      const Finish& finish, const BootstrapOptions& options);

}  // namespace heed
