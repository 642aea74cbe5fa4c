#include "heed/metrics/exact_match.h"

#include <algorithm>

namespace heed {

Statistics ExactMatch::statistics(const std::string& prediction,
                                  std::span<const std::string> references) const {
  std::string said = prepared(prediction, options_);
  bool right = std::any_of(references.begin(), references.end(), [&](const std::string& reference) {
    return prepared(reference, options_) == said;
  });
  return {right ? 1.0 : 0.0, 1.0};
}

Score ExactMatch::describe(std::span<const double> sum) const {
  Score score;
  score.name = "accuracy";
  score.score = score_of(sum);
  score.count = static_cast<int64_t>(sum[1]);
  score.counts = {{"right", {static_cast<int64_t>(sum[0])}}, {"lines", {score.count}}};
  return score;
}

}  // namespace heed
