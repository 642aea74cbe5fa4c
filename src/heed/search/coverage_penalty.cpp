#include "heed/search/coverage_penalty.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

struct CoveragePenalty : Penalty {
  explicit CoveragePenalty(double beta) : beta_(beta) {}

  double apply(double score, const Complete& hypothesis) const override {
    double sum = 0;
    for (double weight : hypothesis.coverage) sum += std::log(std::clamp(weight, 1e-6, 1.0));
    return score + beta_ * sum;
  }
  // All remaining source tokens may still be attended to, so nothing is subtracted.
  double bound(double score, const Reach&) const override { return score; }
  bool needs_coverage() const override { return true; }

  double beta_;
};

}  // namespace

std::unique_ptr<Penalty> make_coverage_penalty(double beta) {
  return std::make_unique<CoveragePenalty>(beta);
}

}  // namespace heed
