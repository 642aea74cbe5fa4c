// What a comparison found: each run judged by the one metric, on all sentences, by the length of the source,
// and on the long ones; each variant the mean of its runs; and each variant against the baseline. estimates.h
// says how intervals and p-values are made. Scores are 0 – 100, an error rate may be greater.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "cli/compare/estimates.h"
#include "cli/compare/run_files.h"
#include "heed/metrics/metric.h"

namespace heed::cli {

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
