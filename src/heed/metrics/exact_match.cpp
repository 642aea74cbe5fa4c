#include "heed/metrics/exact_match.h"

#include <string_view>

namespace heed {
namespace {

std::string_view right_stripped(std::string_view text) {
  std::size_t last = text.find_last_not_of(" \t\r\n");
  return text.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

}  // namespace

Score exact_match(std::span<const std::string> predictions, std::span<const std::string> references) {
  require_pairs(predictions, references);
  int64_t right = 0;
  for (std::size_t i = 0; i < predictions.size(); ++i) {
    right += right_stripped(predictions[i]) == right_stripped(references[i]) ? 1 : 0;
  }
  auto count = static_cast<int64_t>(predictions.size());
  double share = count == 0 ? 0 : static_cast<double>(right) / static_cast<double>(count);
  return {"accuracy", share, count, "case:mixed|unit:line"};
}

}  // namespace heed
