// Error rates: insertions, deletions and substitutions (Levenshtein distance) divided by the length of the
// reference, both summed over the corpus before the division. It is WER over words; PER over phones, which
// are also separated by white space; and CER over characters. A prediction with several references is
// compared with the one with the fewest errors, and with the longest of these if there are several; the
// length of that one counts.
#pragma once

#include "heed/metrics/metric.h"

namespace heed {

class EditRate : public Metric {
 public:
  enum class Unit { word, phone, character };
  EditRate(MetricOptions options, Unit unit) : options_(std::move(options)), unit_(unit) {}

  std::string name() const override;
  std::string settings() const override;
  Statistics statistics(const std::string& prediction,
                        std::span<const std::string> references) const override;
  double score_of(std::span<const double> sum) const override;
  Score describe(std::span<const double> sum) const override;

 private:
  MetricOptions options_;
  Unit unit_;
};

}  // namespace heed
