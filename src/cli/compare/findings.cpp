#include "cli/compare/findings.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "heed/tasks/by_length.h"

namespace heed::cli {
namespace {

// A score and its samples, on the same scale.
struct Sampled {
  double value = kNoNumber;
  std::vector<double> samples;

  Estimate measured() const {
    if (samples.empty()) return {value, kNoNumber, kNoNumber};
    Interval interval = bootstrap_interval(samples);
    return {value, interval.low, interval.high};
  }
};

struct SampledRun {
  Sampled all, longer;
  std::vector<Sampled> by_length;
};

double mean_of(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

// The mean over runs, sample by sample: all are drawn from the same sentences.
Sampled mean_of(std::span<const SampledRun* const> runs, const auto& part) {
  Sampled mean{0, part(*runs[0]).samples};
  std::fill(mean.samples.begin(), mean.samples.end(), 0.0);
  auto share = 1 / static_cast<double>(runs.size());
  for (const SampledRun* run : runs) {
    const Sampled& one = part(*run);
    if (one.samples.size() != mean.samples.size()) mean.samples.clear();
    mean.value += share * one.value;
    for (std::size_t i = 0; i < mean.samples.size(); ++i) mean.samples[i] += share * one.samples[i];
  }
  return mean;
}

Difference difference(const Sampled& system, const Sampled& other) {
  Difference result;
  if (system.samples.empty() || system.samples.size() != other.samples.size()) return result;
  std::vector<double> differences;
  for (std::size_t i = 0; i < system.samples.size(); ++i)
    differences.push_back(system.samples[i] - other.samples[i]);
  Interval interval = bootstrap_interval(differences);
  result.value = system.value - other.value;
  result.low = interval.low;
  result.high = interval.high;
  result.p = paired_p_value(result.value, system.samples, other.samples);
  return result;
}

// The middle length: half of the sentences are no longer.
int64_t median_of(std::vector<int64_t> lengths) {
  auto middle = lengths.begin() + static_cast<std::ptrdiff_t>((lengths.size() - 1) / 2);
  std::nth_element(lengths.begin(), middle, lengths.end());
  return *middle;
}

class Judging {
 public:
  Judging(Findings& findings, const Metric& metric, const JudgeOptions& options)
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
  // Of the baseline if it can be: its sentences are what others are compared on.
  const RunFindings* first_run() const {
    const RunFindings* first = nullptr;
    for (const RunFindings& run : findings_.runs) {
      if (!run.facts.error.empty()) continue;
      if (run.variant == findings_.baseline) return &run;
      if (first == nullptr) first = &run;
    }
    return first;
  }

  void measure_sentences(const Outputs& outputs) {
    sources_ = outputs.sources;
    groups_ = group_by_length(sources_, options_.groups);
    findings_.unit = groups_.unit;
    findings_.sentences = sources_.size();
    findings_.longer_than = options_.longer_than > 0 ? options_.longer_than : median_of(groups_.lengths);
    for (const auto& members : groups_.members) {
      LengthBounds bounds{groups_.lengths[members.front()], groups_.lengths[members.back()], 0,
                          members.size()};
      for (std::size_t i : members)
        bounds.mean += static_cast<double>(groups_.lengths[i]) / static_cast<double>(members.size());
      findings_.lengths.push_back(bounds);
    }
    for (std::size_t i = 0; i < sources_.size(); ++i)
      if (groups_.lengths[i] > findings_.longer_than) longer_.push_back(i);
    findings_.longer_sentences = longer_.size();
  }

  Sampled sampled(std::span<const Statistics> sentences) const {
    if (sentences.empty()) return {};
    auto finish = [&](std::span<const double> sum) { return 100 * metric_.value(sum); };
    return {finish(sum_of(sentences)), bootstrap_scores(sentences, finish, options_.bootstrap)};
  }

  static std::vector<Statistics> some_of(const std::vector<Statistics>& all,
                                         std::span<const std::size_t> some) {
    std::vector<Statistics> chosen;
    for (std::size_t i : some) chosen.push_back(all[i]);
    return chosen;
  }

  void judge_run(RunFindings& run, SampledRun& sampled_run) {
    const Outputs& outputs = run.facts.outputs;
    std::vector<Statistics> sentences = metric_.sentences(outputs.texts, outputs.references);
    Score score = metric_.score(sentences, outputs.references, {0, 0});
    findings_.metric = score.name;
    findings_.signature = score.signature;
    findings_.higher_is_better = score.higher_is_better;
    sampled_run.all = sampled(sentences);
    run.quality.all = sampled_run.all.measured();
    if (outputs.sources != sources_) {  // tested on something else: nothing below can be compared
      sampled_run.all.samples.clear();
      sampled_run.by_length.resize(groups_.members.size());
      run.quality.by_length.resize(groups_.members.size());
      return;
    }
    sampled_run.longer = sampled(some_of(sentences, longer_));
    run.quality.longer = sampled_run.longer.measured();
    for (const auto& members : groups_.members) {
      sampled_run.by_length.push_back(sampled(some_of(sentences, members)));
      run.quality.by_length.push_back(sampled_run.by_length.back().measured());
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
    variant.quality.all =
        mean_of(runs, [](const SampledRun& r) -> const Sampled& { return r.all; }).measured();
    variant.quality.longer =
        mean_of(runs, [](const SampledRun& r) -> const Sampled& { return r.longer; }).measured();
    for (std::size_t g = 0; g < groups_.members.size(); ++g)
      variant.quality.by_length.push_back(
          mean_of(runs, [g](const SampledRun& r) -> const Sampled& { return r.by_length[g]; }).measured());
    spread_over_seeds(variant, runs);
    mean_numbers(variant, index);
  }

  static void spread_over_seeds(VariantFindings& variant, std::span<const SampledRun* const> runs) {
    std::vector<double> values;
    for (const SampledRun* run : runs) values.push_back(run->all.value);
    auto [low, high] = std::minmax_element(values.begin(), values.end());
    variant.lowest = *low;
    variant.highest = *high;
    if (values.size() < 2) return;
    double mean = mean_of(values), squares = 0;
    for (double value : values) squares += (value - mean) * (value - mean);
    variant.deviation = std::sqrt(squares / static_cast<double>(values.size() - 1));
  }

  void mean_numbers(VariantFindings& variant, std::size_t index) const {
    std::vector<const Numbers*> all;
    for (const RunFindings& run : findings_.runs)
      if (run.variant == index && run.facts.error.empty()) all.push_back(&run.facts.numbers);
    for (const auto& [name, ignored] : *all[0]) {
      std::vector<double> values;
      for (const Numbers* numbers : all) values.push_back(number_of(*numbers, name));
      std::erase_if(values, [](double value) { return !std::isfinite(value); });
      variant.numbers.emplace_back(name, values.empty() ? kNoNumber : mean_of(values));
    }
  }

  static void compare(VariantFindings& variant, std::span<const SampledRun* const> runs,
                      std::span<const SampledRun* const> baseline) {
    if (runs.empty() || baseline.empty()) return;
    auto all = [](const SampledRun& r) -> const Sampled& { return r.all; };
    auto longer = [](const SampledRun& r) -> const Sampled& { return r.longer; };
    variant.all = difference(mean_of(runs, all), mean_of(baseline, all));
    variant.longer = difference(mean_of(runs, longer), mean_of(baseline, longer));
  }

  Findings& findings_;
  const Metric& metric_;
  const JudgeOptions& options_;
  std::vector<SampledRun> sampled_;  // one a run
  std::vector<std::string> sources_;
  LengthGroups groups_;
  std::vector<std::size_t> longer_;
};

}  // namespace

Findings judge(std::span<const std::string> names, std::vector<RunFindings> runs, const Metric& metric,
               const JudgeOptions& options) {
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

}  // namespace heed::cli
