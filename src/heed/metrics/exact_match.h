// The share of predictions that are equal to a reference, or to any of several, after white space at the end
// is removed. One minus this share is the "word error rate" of pronunciation dictionaries, in which each line
// is a word.
#pragma once

#include "heed/metrics/metric.h"

namespace heed {

class ExactMatch : public Metric {
 public:
  explicit ExactMatch(MetricOptions options) : options_(std::move(options)) {}

  std::string name() const override { return "exact_match"; }
  std::string settings() const override { return case_setting(options_) + "|unit:line"; }
  Statistics statistics(const std::string& prediction,
                        std::span<const std::string> references) const override;
  double score_of(std::span<const double> sum) const override { return 100 * sum[0] / sum[1]; }
  Score describe(std::span<const double> sum) const override;

 private:
  MetricOptions options_;
};

}  // namespace heed
