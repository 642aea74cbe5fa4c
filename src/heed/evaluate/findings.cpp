#include "heed/evaluate/findings.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "heed/evaluate/by_length.h"

namespace heed {
namespace {

struct SampledRun {
  SampledScore all, longer;
  std::vector<SampledScore> by_length;
};

double mean_of(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

// `part` selects a score of each run.
MeanScore mean_of(std::span<const SampledRun* const> runs, const auto& part) {
  std::vector<const SampledScore*> scores;
  for (const SampledRun* run : runs) scores.push_back(&part(*run));
  return mean_of(scores);
}

const SampledScore& all_of(const SampledRun& run) {
  return run.all;
}
const SampledScore& longer_of(const SampledRun& run) {
  return run.longer;
}

// The median length: half of the sentences are not longer.
int64_t median_of(std::vector<int64_t> lengths) {
  auto middle = lengths.begin() + static_cast<std::ptrdiff_t>((lengths.size() - 1) / 2);
  std::nth_element(lengths.begin(), middle, lengths.end());
  return *middle;
}

class Judging {
 public:
  Judging(Findings& findings, const TaskMetric& metric, const JudgeOptions& options)
      : findings_(findings), metric_(metric), options_(options), sampled_(findings.runs.size()) {}

  void judge() {
    const RunFindings* first = first_run();
    if (first == nullptr) return;
    measure_sentences(first->facts.outputs);
    for (std::size_t i = 0; i < findings_.runs.size(); ++i) {
      RunFindings& run = findings_.runs[i];
      if (run.facts.error.empty()) judge_run(run, sampled_[i]);
    }
    for (std::size_t i = 0; i < findings_.variants.size(); ++i) judge_variant(i);
    const std::size_t baseline = findings_.baseline;
    for (std::size_t i = 0; i < findings_.variants.size(); ++i)
      if (i != baseline) compare(findings_.variants[i], runs_of(i), runs_of(baseline));
  }

 private:
  // The first run, of the baseline if possible, because other runs are compared on its sentences.
  const RunFindings* first_run() const {
    const RunFindings* first = nullptr;
    for (const RunFindings& run : findings_.runs) {
      if (!run.facts.error.empty()) continue;
      if (run.variant == findings_.baseline) return &run;
      if (first == nullptr) first = &run;
    }
    return first;
  }

  void measure_sentences(const RunOutputs& outputs) {
    sources_ = outputs.sources;
    InputLengths found =
        outputs.lengths.empty() ? text_lengths(sources_) : InputLengths{"frames", outputs.lengths};
    const std::vector<int64_t>& lengths = found.lengths;
    groups_ = group_by_length(lengths, options_.groups);
    findings_.unit = found.unit;
    findings_.sentences = sources_.size();
    findings_.longer_than = options_.longer_than > 0 ? options_.longer_than : median_of(lengths);
    for (const auto& members : groups_) {
      LengthBounds bounds{lengths[members.front()], lengths[members.back()], 0, members.size()};
      for (std::size_t i : members)
        bounds.mean += static_cast<double>(lengths[i]) / static_cast<double>(members.size());
      findings_.lengths.push_back(bounds);
    }
    for (std::size_t i = 0; i < sources_.size(); ++i)
      if (lengths[i] > findings_.longer_than) longer_.push_back(i);
    findings_.longer_sentences = longer_.size();
  }

  SampledScore sampled(std::span<const Statistics> sentences) const {
    if (sentences.empty()) return {};
    auto finish = [&](std::span<const double> sum) { return metric_.score_of(sum); };
    return {finish(sum_of(sentences)), bootstrap_scores(sentences, finish, options_.bootstrap)};
  }

  static std::vector<Statistics> some_of(const std::vector<Statistics>& all,
                                         std::span<const std::size_t> some) {
    std::vector<Statistics> chosen;
    for (std::size_t i : some) chosen.push_back(all[i]);
    return chosen;
  }

  void judge_run(RunFindings& run, SampledRun& sampled_run) {
    const RunOutputs& outputs = run.facts.outputs;
    const std::vector<Statistics>& sentences = outputs.statistics;
    Score score = metric_.describe(sum_of(sentences));
    findings_.metric = score.name;
    findings_.signature = run.facts.signature;
    findings_.higher_is_better = score.higher_is_better;
    sampled_run.all = sampled(sentences);
    run.quality.all = estimate_of(sampled_run.all);
    if (outputs.sources != sources_) {  // tested on something else: nothing below can be compared
      sampled_run.all.samples.clear();
      sampled_run.by_length.resize(groups_.size());
      run.quality.by_length.resize(groups_.size());
      return;
    }
    sampled_run.longer = sampled(some_of(sentences, longer_));
    run.quality.longer = estimate_of(sampled_run.longer);
    for (const auto& members : groups_) {
      sampled_run.by_length.push_back(sampled(some_of(sentences, members)));
      run.quality.by_length.push_back(estimate_of(sampled_run.by_length.back()));
    }
  }

  std::vector<const SampledRun*> runs_of(std::size_t variant) const {
    std::vector<const SampledRun*> runs;
    for (std::size_t i = 0; i < findings_.runs.size(); ++i)
      if (findings_.runs[i].variant == variant && findings_.runs[i].facts.error.empty())
        runs.push_back(&sampled_[i]);
    return runs;
  }

  void judge_variant(std::size_t index) {
    VariantFindings& variant = findings_.variants[index];
    std::vector<const SampledRun*> runs = runs_of(index);
    variant.runs = static_cast<int64_t>(runs.size());
    if (runs.empty()) return;
    MeanScore all = mean_of(runs, all_of);
    variant.quality.all = estimated(all);
    variant.quality.longer = estimated(mean_of(runs, longer_of));
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      auto of_group = [g](const SampledRun& run) -> const SampledScore& { return run.by_length[g]; };
      variant.quality.by_length.push_back(estimated(mean_of(runs, of_group)));
    }
    if (all.runs > 1) variant.deviation = std::sqrt(all.variance);
    spread_over_seeds(variant, runs);
    mean_numbers(variant, index);
  }

  // Clips an interval: no score is below 0, and no score for which higher is better is above 100.
  Estimate estimated(const MeanScore& variant) const {
    Estimate estimate = estimate_of(variant, seed());
    estimate.low = std::max(estimate.low, 0.0);
    if (findings_.higher_is_better) estimate.high = std::min(estimate.high, 100.0);
    return estimate;
  }

  static void spread_over_seeds(VariantFindings& variant, std::span<const SampledRun* const> runs) {
    std::vector<double> values;
    for (const SampledRun* run : runs) values.push_back(run->all.value);
    auto [low, high] = std::minmax_element(values.begin(), values.end());
    variant.lowest = *low;
    variant.highest = *high;
  }

  void mean_numbers(VariantFindings& variant, std::size_t index) const {
    std::vector<const NamedNumbers*> all;
    for (const RunFindings& run : findings_.runs)
      if (run.variant == index && run.facts.error.empty()) all.push_back(&run.facts.numbers);
    for (const auto& [name, ignored] : *all[0]) {
      std::vector<double> values;
      for (const NamedNumbers* numbers : all) values.push_back(number_of(*numbers, name));
      std::erase_if(values, [](double value) { return !std::isfinite(value); });
      variant.numbers.emplace_back(name, values.empty() ? kNoNumber : mean_of(values));
    }
  }

  void compare(VariantFindings& variant, std::span<const SampledRun* const> runs,
               std::span<const SampledRun* const> baseline) const {
    if (runs.empty() || baseline.empty()) return;
    variant.all = difference_of(mean_of(runs, all_of), mean_of(baseline, all_of), seed());
    variant.longer = difference_of(mean_of(runs, longer_of), mean_of(baseline, longer_of), seed());
  }

  uint64_t seed() const { return static_cast<uint64_t>(options_.bootstrap.seed); }

  Findings& findings_;
  const TaskMetric& metric_;
  const JudgeOptions& options_;
  std::vector<SampledRun> sampled_;  // one a run
  std::vector<std::string> sources_;
  std::vector<std::vector<std::size_t>> groups_;  // of the sentences, by length
  std::vector<std::size_t> longer_;
};

}  // namespace

Findings judge_runs(std::span<const std::string> names, std::vector<RunFindings> runs,
                    const TaskMetric& metric, const JudgeOptions& options) {
  Findings findings;
  findings.baseline = options.baseline;
  findings.runs = std::move(runs);
  for (const std::string& name : names) {
    findings.variants.emplace_back();
    findings.variants.back().name = name;
  }
  for (const RunFindings& run : findings.runs) {
    VariantFindings& variant = findings.variants[run.variant];
    if (variant.error.empty()) variant.error = run.facts.error;
    if (!run.facts.error.empty()) ++variant.failed;
  }
  Judging(findings, metric, options).judge();
  return findings;
}

}  // namespace heed
