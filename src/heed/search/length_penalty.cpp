#include "heed/search/length_penalty.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

// Score / ((offset + length) / scale)^power: all three are of this form.
struct LengthPenalty : Penalty {
  LengthPenalty(double offset, double scale, double power) : offset_(offset), scale_(scale), power_(power) {}

  double divided(double score, int32_t length) const {
    return score / std::pow((offset_ + length) / scale_, power_);
  }
  double apply(double score, const Complete& hypothesis) const override {
    return divided(score, hypothesis.length);
  }
  // The divisor grows with the length, so the bound is reached at one end of the range: at the near end only
  // if rounding made a log-probability positive.
  double bound(double score, const Reach& reach) const override {
    return std::max(divided(score, reach.shortest), divided(score, reach.longest));
  }

  double offset_, scale_, power_;
};

}  // namespace

std::unique_ptr<Penalty> AverageLengthOptions::make() const {
  return std::make_unique<LengthPenalty>(0, 1, power);
}

std::unique_ptr<Penalty> GnmtLengthOptions::make() const {
  return std::make_unique<LengthPenalty>(5, 6, alpha);
}

std::unique_ptr<Penalty> NoLengthOptions::make() const {
  return std::make_unique<LengthPenalty>(0, 1, 0);
}

}  // namespace heed
