#include "heed/metrics/bootstrap.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "heed/base/random.h"

namespace heed {
namespace {

void add(Statistics& sum, const Statistics& sentence) {
  sum.resize(std::max(sum.size(), sentence.size()));
  for (std::size_t i = 0; i < sentence.size(); ++i) sum[i] += sentence[i];
}

double mean(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

}  // namespace

Statistics sum_of(std::span<const Statistics> sentences) {
  Statistics sum;
  for (const Statistics& sentence : sentences) add(sum, sentence);
  return sum;
}

std::vector<double> bootstrap_scores(std::span<const Statistics> sentences, const Finish& finish,
                                     const BootstrapOptions& options) {
  Random random(static_cast<uint64_t>(options.seed), "bootstrap");
  uint64_t count = sentences.size(), element = 0;
  std::vector<double> scores;
  for (int64_t sample = 0; sample < options.samples; ++sample) {
    Statistics sum;
    for (uint64_t i = 0; i < count; ++i) add(sum, sentences[random.below(element++, count)]);
    scores.push_back(finish(sum));
  }
  return scores;
}

Interval bootstrap_interval(std::vector<double> scores) {
  std::sort(scores.begin(), scores.end());
  std::size_t left_out = scores.size() / 40;
  return {mean(scores), scores[left_out], scores[scores.size() - left_out - 1]};
}

double paired_p_value(std::span<const Statistics> system, std::span<const Statistics> other,
                      const Finish& finish, const BootstrapOptions& options) {
  double observed = std::abs(finish(sum_of(system)) - finish(sum_of(other)));
  if (observed == 0) return 1;
  std::vector<double> differences = bootstrap_scores(system, finish, options);
  std::vector<double> others = bootstrap_scores(other, finish, options);
  for (std::size_t i = 0; i < differences.size(); ++i) differences[i] = std::abs(differences[i] - others[i]);
  double centre = mean(differences);
  auto greater = std::count_if(differences.begin(), differences.end(),
                               [&](double difference) { return difference - centre > observed; });
  return static_cast<double>(greater + 1) / static_cast<double>(differences.size() + 1);
}

}  // namespace heed
