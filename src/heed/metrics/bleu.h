// BLEU of a corpus, exp(Σₙ log pₙ / 4) · BP with n-grams of 1 to 4 tokens, as sacreBLEU computes it (Papineni
// et al. 2002; Post 2018, "A call for clarity in reporting BLEU scores").
//   pₙ  the share of the predictions' n-grams that occur in a reference of the sentence, each counted at most
//       as often as in the reference that has it most often
//   BP  exp(1 − r / c) if the predictions' length c is below the references' length r; of several references
//       the one nearest in length counts, and the shorter one if two are equally near
// If an order has no match at all, smoothing gives it one (Chen and Cherry 2014): exp: 1/2, the next order
// 1/4, … of a match; floor: 0.1; add-k: one match and one n-gram more for every order above the first; none:
// BLEU is 0.
#pragma once

#include <array>

#include "heed/metrics/metric.h"

namespace heed {

// The counts that BLEU is computed from. Those of sentences add up to those of a corpus.
struct BleuCounts {
  static constexpr std::size_t kOrder = 4;
  int64_t prediction_length = 0, reference_length = 0;
  // matches: n-grams that a reference has; totals: all n-grams
  std::array<int64_t, kOrder> matches{}, totals{};

  BleuCounts& operator+=(const BleuCounts& other);
  double brevity_penalty() const;
};

class Bleu : public Metric {
 public:
  explicit Bleu(MetricOptions options);

  std::string name() const override { return "bleu"; }
  std::string settings() const override;
  Statistics statistics(const std::string& prediction,
                        std::span<const std::string> references) const override;
  double score_of(std::span<const double> sum) const override;
  Score describe(std::span<const double> sum) const override;

  BleuCounts counts(const std::string& prediction, std::span<const std::string> references) const;
  // pₙ in per cent, smoothed; all 0 if nothing matches.
  std::array<double, BleuCounts::kOrder> precisions(const BleuCounts& counts) const;
  double score_of(const BleuCounts& counts) const;

 private:
  MetricOptions options_;
  MetricTokeniser tokenise_;
};

}  // namespace heed
