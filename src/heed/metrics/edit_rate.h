// Error rates: insertions, deletions and substitutions over the length of the reference, both summed over the
// corpus before the division (Levenshtein distance). Over words it is WER; over phones, which white space
// separates as well, PER; over characters CER. A prediction with several references is held against the one
// with the fewest errors, of two with as few the longer one, and the length of that one counts.
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
