#include "heed/metrics/bootstrap.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "heed/base/random.h"
#include "heed/base/version.h"

namespace heed {
namespace {

double mean(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

}  // namespace

Statistics sum_of(std::span<const Statistics> sentences) {
  Statistics sum(sentences.empty() ? 0 : sentences[0].size());
  for (const Statistics& sentence : sentences) {
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += sentence[i];
  }
  return sum;
}

std::vector<double> bootstrap_scores(std::span<const Statistics> sentences, const Finish& finish,
                                     const BootstrapOptions& options) {
  Random random(static_cast<uint64_t>(options.seed), "bootstrap");
  uint64_t count = sentences.size(), element = 0;
  std::vector<double> rows;  // one after the other: sentences are drawn from all over the memory
  for (const Statistics& sentence : sentences) rows.insert(rows.end(), sentence.begin(), sentence.end());
  std::size_t width = rows.size() / count;
  std::vector<double> scores;
  for (int64_t sample = 0; sample < options.samples; ++sample) {
    Statistics sum(width);
    for (uint64_t i = 0; i < count; ++i) {
      const double* row = &rows[random.below(element++, count) * width];
      for (std::size_t j = 0; j < width; ++j) sum[j] += row[j];
    }
    scores.push_back(finish(sum));
  }
  return scores;
}

Interval bootstrap_interval(std::vector<double> scores) {
  std::sort(scores.begin(), scores.end());
  std::size_t left_out = scores.size() / 40;
  return {mean(scores), scores[left_out], scores[scores.size() - left_out - 1]};
}

std::optional<Interval> interval_of(std::span<const Statistics> sentences, const Finish& finish,
                                    const BootstrapOptions& options) {
  if (options.samples == 0) return std::nullopt;
  return bootstrap_interval(bootstrap_scores(sentences, finish, options));
}

std::string signature(const std::string& settings, const BootstrapOptions& options) {
  std::string samples;
  if (options.samples > 0)
    samples = "bs:" + std::to_string(options.samples) + "|seed:" + std::to_string(options.seed) + "|";
  return samples + settings + "|version:heed-" + version();
}

double paired_p_value(std::span<const Statistics> system, std::span<const Statistics> other,
                      const Finish& finish, const BootstrapOptions& options) {
  double observed = std::abs(finish(sum_of(system)) - finish(sum_of(other)));
  if (observed == 0) return 1;
  std::vector<double> differences = bootstrap_scores(system, finish, options);
  std::vector<double> others = bootstrap_scores(other, finish, options);
  for (std::size_t i = 0; i < others.size(); ++i) differences[i] = std::abs(differences[i] - others[i]);
  double centre = mean(differences);
  auto greater = std::count_if(differences.begin(), differences.end(),
                               [&](double one) { return one - centre > observed; });
  return static_cast<double>(greater + 1) / static_cast<double>(differences.size() + 1);
}

}  // namespace heed
