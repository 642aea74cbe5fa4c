#include "heed/metrics/score.h"

#include "heed/base/error.h"

namespace heed {

void require_pairs(std::span<const std::string> predictions, std::span<const std::string> references) {
  if (predictions.size() == references.size()) return;
  throw InputError("expected as many predictions as references (" + std::to_string(references.size()) +
                   "), found " + std::to_string(predictions.size()));
}

}  // namespace heed
