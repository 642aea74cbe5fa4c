// The results of a comparison. Each run is scored by one metric on all sentences, by the length of the
// source, and on the long sentences; each variant is the mean of its runs and is compared with the baseline.
// estimates.h describes intervals and p-values. Scores are 0 to 100; an error rate may be greater.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "heed/evaluate/estimates.h"
#include "heed/evaluate/run_facts.h"
#include "heed/tasks/task_metric.h"

namespace heed {

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
  std::string name, error;                                                // the error of its first failed run
  int64_t runs = 0;                                                       // number of successful runs
  int64_t failed = 0;                                                     // number of failed runs
  Qualities quality;                                                      // mean over the successful runs
  double lowest = kNoNumber, highest = kNoNumber, deviation = kNoNumber;  // over seeds
  Difference all, longer;
  NamedNumbers numbers;  // means over the successful runs
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
  int64_t groups = 6, longer_than = 0;  // longer_than: 0: the median length
  BootstrapOptions bootstrap = {1000, 12345};
  std::size_t baseline = 0;  // index of the baseline among the variants
};

// Completes `runs`, of which the caller sets variant, seed and facts. `names` are the names of the variants.
Findings judge_runs(std::span<const std::string> names, std::vector<RunFindings> runs,
                    const TaskMetric& metric, const JudgeOptions& options);

}  // namespace heed
