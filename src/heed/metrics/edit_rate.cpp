#include "heed/metrics/edit_rate.h"

#include "heed/base/edit_distance.h"
#include "heed/text/utf8.h"

namespace heed {

Score character_error_rate(std::span<const std::string> predictions,
                           std::span<const std::string> references) {
  require_pairs(predictions, references);
  int64_t edits = 0, length = 0;
  for (std::size_t i = 0; i < predictions.size(); ++i) {
    auto reference = code_points(references[i]);
    edits += edit_distance(code_points(predictions[i]), reference);
    length += static_cast<int64_t>(reference.size());
  }
  double rate = length == 0 ? 0 : static_cast<double>(edits) / static_cast<double>(length);
  return {"CER", rate, length, "case:mixed|unit:character", false};
}

}  // namespace heed
