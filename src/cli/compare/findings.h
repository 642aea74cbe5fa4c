// What a comparison found: each run judged by the one metric, on all sentences, by the length of the source,
// and on the long ones; each variant the mean of its runs; and each variant against the baseline on the same
// bootstrap samples (Koehn 2004), so that luck with sentences falls out of the difference. Luck with seeds
// does not: that is what the range over seeds shows. Values are × 100, as they are printed.
#pragma once

#include <limits>
#include <span>
#include <string>
#include <vector>

#include "cli/compare/run_files.h"
#include "heed/metrics/metric.h"

namespace heed::cli {

inline constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

// A score of a run or a variant, with its 95% interval.
struct Estimate {
  double value = kNoNumber, low = kNoNumber, high = kNoNumber;
};

// To the baseline; not a number if they were not scored on the same sentences.
struct Difference : Estimate {
  double p = kNoNumber;  // how likely one as great is by chance alone
};

struct Qualities {
  Estimate all, longer;
  std::vector<Estimate> by_length;
};

struct RunFindings {
  std::size_t variant = 0;
  int64_t seed = 0;
  RunFacts facts;
  Qualities quality;
};

struct VariantFindings {
  std::string name, error;                                                // of its first run that failed
  int64_t runs = 0;                                                       // that went well
  int64_t failed = 0;                                                     // runs
  Qualities quality;                                                      // the mean over them
  double lowest = kNoNumber, highest = kNoNumber, deviation = kNoNumber;  // over seeds
  Difference all, longer;
  Numbers numbers;  // means
};

struct LengthBounds {
  int64_t shortest = 0, longest = 0;
  double mean = 0;
  std::size_t sentences = 0;
};

struct Findings {
  std::string metric, signature, unit;  // "BLEU"; "words"
  bool higher_is_better = true;
  std::size_t sentences = 0, longer_sentences = 0;
  int64_t longer_than = 0;
  std::vector<LengthBounds> lengths;
  std::size_t baseline = 0;
  std::vector<VariantFindings> variants;
  std::vector<RunFindings> runs;  // in the order given
};

struct JudgeOptions {
  int64_t groups = 6, longer_than = 0;  // 0 = the median length
  BootstrapOptions bootstrap = {1000, 12345};
  std::size_t baseline = 0;  // of the variants
};

// `runs` have their variant, seed and facts; the rest is found here. `names` are the variants'.
Findings judge(std::span<const std::string> names, std::vector<RunFindings> runs, const Metric& metric,
               const JudgeOptions& options);

}  // namespace heed::cli
