// chrF, the F-score of character n-grams (Popović 2015, "chrF: character n-gram F-score for automatic MT
// evaluation"), and chrF++, which adds word n-grams (Popović 2017), as sacreBLEU 2 computes them:
//   F = (1 + β²) · P · R / (β² P + R), β = 2
// P and R are the means of precision and recall over the orders that both sides have: characters 1 to 6
// without white space, and for chrF++ words 1 and 2, with ASCII punctuation cut off one end of a word. A
// sentence is compared with the reference that gives it the best F.
#pragma once

#include "heed/metrics/metric.h"

namespace heed {

class Chrf : public Metric {
 public:
  Chrf(MetricOptions options, int word_order) : options_(std::move(options)), word_order_(word_order) {}

  std::string name() const override { return word_order_ == 0 ? "chrf" : "chrf++"; }
  std::string settings() const override;
  Statistics statistics(const std::string& prediction,
                        std::span<const std::string> references) const override;
  double score_of(std::span<const double> sum) const override;
  Score describe(std::span<const double> sum) const override;

 private:
  MetricOptions options_;
  int word_order_;  // 0, or 2 for chrF++
};

}  // namespace heed
