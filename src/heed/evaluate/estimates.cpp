#include "heed/evaluate/estimates.h"

#include <algorithm>
#include <cmath>

#include "heed/base/random.h"
#include "heed/metrics/bootstrap.h"

namespace heed {
namespace {

// The standard error of the mean that comes from the choice of seeds.
struct SeedError {
  double standard_error = 0;  // 0 = seeds are not taken into account, or do not matter
  double degrees_of_freedom = 1;
};

SeedError seed_error(const MeanScore& variant) {
  auto n = static_cast<double>(variant.runs);
  return {std::sqrt(variant.variance / n), std::max(n - 1, 1.0)};
}

SeedError seed_error(const MeanScore& a, const MeanScore& b) {
  auto n = static_cast<double>(a.runs), m = static_cast<double>(b.runs);
  double of_a = (a.runs > 1 ? a : b).variance / n, of_b = (b.runs > 1 ? b : a).variance / m;
  double square = of_a + of_b;
  if (square == 0) return {};
  if (a.runs == 1 || b.runs == 1) return {std::sqrt(square), std::max(n, m) - 1};
  double degrees = square * square / (of_a * of_a / (n - 1) + of_b * of_b / (m - 1));
  return {std::sqrt(square), degrees};
}

std::vector<double> with_seeds(std::vector<double> samples, const SeedError& error, uint64_t seed) {
  if (error.standard_error == 0) return samples;
  std::vector<double> t = draw_student_t(error.degrees_of_freedom, samples.size(), seed);
  for (std::size_t i = 0; i < samples.size(); ++i) samples[i] += error.standard_error * t[i];
  return samples;
}

Estimate estimate_from(double value, const std::vector<double>& samples) {
  if (samples.empty()) return {value, kNoNumber, kNoNumber};
  Interval interval = bootstrap_interval(samples);
  return {value, interval.low, interval.high};
}

// The share of samples that differ from their mean by at least as much as the difference differs from zero.
// The difference itself counts as one of the samples.
double two_sided_p(double difference, std::span<const double> samples) {
  double mean = 0;
  for (double sample : samples) mean += sample / static_cast<double>(samples.size());
  auto as_far = std::count_if(samples.begin(), samples.end(),
                              [&](double sample) { return std::abs(sample - mean) >= std::abs(difference); });
  return static_cast<double>(as_far + 1) / static_cast<double>(samples.size() + 1);
}

}  // namespace

MeanScore mean_of(std::span<const SampledScore* const> runs) {
  MeanScore mean;
  mean.runs = static_cast<int64_t>(runs.size());
  mean.value = 0;
  mean.samples.assign(runs[0]->samples.size(), 0.0);
  auto n = static_cast<double>(runs.size());
  for (const SampledScore* run : runs) {
    if (run->samples.size() != mean.samples.size()) mean.samples.clear();
    mean.value += run->value / n;
    for (std::size_t i = 0; i < mean.samples.size(); ++i) mean.samples[i] += run->samples[i] / n;
  }
  for (const SampledScore* run : runs)
    if (runs.size() > 1) mean.variance += (run->value - mean.value) * (run->value - mean.value) / (n - 1);
  return mean;
}

Estimate estimate_of(const SampledScore& run) {
  return estimate_from(run.value, run.samples);
}

Estimate estimate_of(const MeanScore& variant, uint64_t seed) {
  return estimate_from(variant.value, with_seeds(variant.samples, seed_error(variant), seed));
}

Difference difference_of(const MeanScore& variant, const MeanScore& baseline, uint64_t seed) {
  Difference result;
  if (variant.samples.empty() || variant.samples.size() != baseline.samples.size()) return result;
  std::vector<double> samples = variant.samples;
  for (std::size_t i = 0; i < samples.size(); ++i) samples[i] -= baseline.samples[i];
  samples = with_seeds(std::move(samples), seed_error(variant, baseline), seed);
  static_cast<Estimate&>(result) = estimate_from(variant.value - baseline.value, samples);
  result.p = two_sided_p(result.value, samples);
  result.of_seeds = variant.runs > 1 || baseline.runs > 1;
  return result;
}

std::vector<double> draw_student_t(double degrees_of_freedom, std::size_t n, uint64_t seed) {
  Random random(seed, "seeds of a comparison");
  std::vector<double> drawn;
  for (uint64_t element = 0; drawn.size() < n; element += 2) {
    double u = 2 * random.uniform(element) - 1, v = 2 * random.uniform(element + 1) - 1, w = u * u + v * v;
    if (w > 1 || w == 0) continue;
    drawn.push_back(u * std::sqrt(degrees_of_freedom * (std::pow(w, -2 / degrees_of_freedom) - 1) / w));
  }
  return drawn;
}

}  // namespace heed
