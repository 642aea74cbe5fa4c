#include "heed/metrics/bleu.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numeric>

#include "heed/metrics/ngrams.h"

namespace heed {
namespace {

constexpr std::size_t kOrder = BleuCounts::kOrder;
constexpr double kFloor = 0.1, kAdded = 1;

Statistics to_statistics(const BleuCounts& counts) {
  Statistics numbers = {static_cast<double>(counts.prediction_length),
                        static_cast<double>(counts.reference_length)};
  numbers.insert(numbers.end(), counts.matches.begin(), counts.matches.end());
  numbers.insert(numbers.end(), counts.totals.begin(), counts.totals.end());
  return numbers;
}

BleuCounts from_statistics(std::span<const double> numbers) {
  BleuCounts counts;
  counts.prediction_length = static_cast<int64_t>(numbers[0]);
  counts.reference_length = static_cast<int64_t>(numbers[1]);
  for (std::size_t n = 0; n < kOrder; ++n) {
    counts.matches[n] = static_cast<int64_t>(numbers[2 + n]);
    counts.totals[n] = static_cast<int64_t>(numbers[2 + kOrder + n]);
  }
  return counts;
}

int64_t nearest_length(int64_t length, std::span<const std::u32string> references) {
  int64_t nearest = -1;
  for (const std::u32string& reference : references) {
    auto candidate = static_cast<int64_t>(reference.size());
    int64_t further = std::abs(candidate - length) - std::abs(nearest - length);
    if (nearest < 0 || further < 0 || (further == 0 && candidate < nearest)) nearest = candidate;
  }
  return nearest;
}

}  // namespace

std::vector<std::string> smoothing_names() {
  return {"exp", "floor", "add-k", "none"};
}

BleuCounts& BleuCounts::operator+=(const BleuCounts& other) {
  prediction_length += other.prediction_length;
  reference_length += other.reference_length;
  for (std::size_t n = 0; n < kOrder; ++n) {
    matches[n] += other.matches[n];
    totals[n] += other.totals[n];
  }
  return *this;
}

double BleuCounts::brevity_penalty() const {
  if (prediction_length >= reference_length) return 1;
  if (prediction_length == 0) return 0;
  return std::exp(1 - static_cast<double>(reference_length) / static_cast<double>(prediction_length));
}

Bleu::Bleu(MetricOptions options)
    : options_(std::move(options)), tokenise_(find_tokeniser(options_.tokenize)) {}

std::string Bleu::settings() const {
  std::string smooth = options_.smooth;
  if (smooth == "floor") smooth += "[0.10]";
  if (smooth == "add-k") smooth += "[1.00]";
  return case_setting(options_) + "|eff:no|tok:" + options_.tokenize + "|smooth:" + smooth;
}

BleuCounts Bleu::counts(const std::string& prediction, std::span<const std::string> references) const {
  WordNumbers words;
  auto read = [&](const std::string& line) { return words.of(tokenise_(prepared(line, options_))); };
  std::u32string said = read(prediction);
  std::vector<std::u32string> wanted;
  for (const std::string& reference : references) wanted.push_back(read(reference));
  BleuCounts counts;
  counts.prediction_length = static_cast<int64_t>(said.size());
  counts.reference_length = nearest_length(counts.prediction_length, wanted);
  for (std::size_t n = 0; n < kOrder; ++n) {
    NgramCounts allowed;
    for (const std::u32string& reference : wanted) allowed = most_of(allowed, count_ngrams(reference, n + 1));
    NgramCounts found = count_ngrams(said, n + 1);
    counts.matches[n] = common(found, allowed);
    counts.totals[n] = total(found);
  }
  return counts;
}

std::array<double, kOrder> Bleu::precisions(const BleuCounts& counts) const {
  std::array<double, kOrder> precisions{};
  if (std::all_of(counts.matches.begin(), counts.matches.end(), [](int64_t m) { return m == 0; })) {
    return precisions;
  }
  double half = 1;
  for (std::size_t n = 0; n < kOrder; ++n) {
    double added = options_.smooth == "add-k" && n > 0 ? kAdded : 0;
    double matches = static_cast<double>(counts.matches[n]) + added;
    double totals = static_cast<double>(counts.totals[n]) + added;
    if (totals == 0) break;
    if (matches == 0 && options_.smooth == "exp") matches = half /= 2;
    if (matches == 0 && options_.smooth == "floor") matches = kFloor;
    precisions[n] = 100 * matches / totals;
  }
  return precisions;
}

double Bleu::score_of(const BleuCounts& counts) const {
  double logarithms = 0;
  for (double precision : precisions(counts)) {
    if (precision == 0) return 0;
    logarithms += std::log(precision / 100);
  }
  return 100 * counts.brevity_penalty() * std::exp(logarithms / kOrder);
}

double Bleu::score_of(std::span<const double> sum) const {
  return score_of(from_statistics(sum));
}

Statistics Bleu::statistics(const std::string& prediction, std::span<const std::string> references) const {
  return to_statistics(counts(prediction, references));
}

Score Bleu::describe(std::span<const double> sum) const {
  BleuCounts counts = from_statistics(sum);
  std::array<double, kOrder> p = precisions(counts);
  auto length = static_cast<double>(counts.reference_length);
  char detail[160];
  std::snprintf(
      detail, sizeof detail, "%.1f/%.1f/%.1f/%.1f (BP = %.3f ratio = %.3f hyp_len = %lld ref_len = %lld)",
      p[0], p[1], p[2], p[3], counts.brevity_penalty(),
      length == 0 ? 0 : static_cast<double>(counts.prediction_length) / length,
      static_cast<long long>(counts.prediction_length), static_cast<long long>(counts.reference_length));
  Score score;
  score.name = "BLEU";
  score.score = score_of(counts);
  score.count = counts.reference_length;
  score.percentage = false;
  score.detail = detail;
  score.counts = {{"matches", {counts.matches.begin(), counts.matches.end()}},
                  {"totals", {counts.totals.begin(), counts.totals.end()}},
                  {"hyp_len", {counts.prediction_length}},
                  {"ref_len", {counts.reference_length}}};
  return score;
}

}  // namespace heed
