// Runs of a comparison that were never run, and what is found of them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "heed/evaluate/findings.h"
#include "heed/metrics/registry.h"

namespace heed {

inline std::unique_ptr<TaskMetric> exact_match() {
  return text_metric(make_metric("exact_match"), {2, {"source", "target"}, true});
}

// Adds a sentence to a run's outputs; what is right was said as the reference has it.
inline void add_sentence(RunFindings& run, const std::string& source, bool right) {
  RunOutputs& outputs = run.facts.outputs;
  Prediction prediction;
  prediction.text = right ? "y" : "n";
  outputs.sources.push_back(source);
  outputs.references.push_back({"y"});
  outputs.texts.push_back(prediction.text);
  outputs.statistics.push_back(exact_match()->statistics(prediction, {{source, "y"}, "test", 1}));
}

// Sentences of one to four words; `right` says which were got right.
inline RunFindings run_of(std::size_t variant, int64_t seed, const std::vector<bool>& right) {
  const std::vector<std::string> sources = {"a", "a b", "a b c", "a b c d", "b", "b b", "b b c", "b b c d"};
  RunFindings run{variant, seed, {}, {}};
  for (std::size_t i = 0; i < sources.size(); ++i) add_sentence(run, sources[i], right[i]);
  run.facts.signature = "nrefs:1|case:mixed";
  run.facts.numbers = {{"parameters", 10.0 * static_cast<double>(seed)}, {"attention_entropy", kNoNumber}};
  run.facts.curve = {{0.5, 2, kNoNumber}, {1, 1.5, kNoNumber}};
  return run;
}

inline RunFindings failed(std::size_t variant, const std::string& error) {
  RunFindings run{variant, 1, {}, {}};
  run.facts.error = error;
  return run;
}

inline const std::vector<bool> kAll(8, true), kShort = {true, true, false, false, true, true, false, false};

inline Findings judged(std::vector<RunFindings> runs, JudgeOptions options = {}) {
  options.groups = 2;
  std::vector<std::string> names = {"base", "other", "broken"};
  return judge_runs(names, std::move(runs), *exact_match(), options);
}

}  // namespace heed
