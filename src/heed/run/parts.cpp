#include "heed/run/parts.h"

#include <algorithm>
#include <numeric>

namespace heed {

PartLimits part_limits(const PredictOptions& options) {
  auto share = static_cast<std::size_t>(search_results(options.search));
  return {std::max<std::size_t>(1, (options.attention ? 64 : 512) / share),
          (options.attention ? std::size_t{1} << 15 : std::size_t{1} << 22) / share};
}

std::vector<Prediction> predict_in_parts(Runnable& model, std::span<const Record> records,
                                         const PredictOptions& options, const VisitPrediction& visit) {
  const Columns columns = model.task().columns();
  std::vector<std::size_t> order(records.size()), sizes;
  std::iota(order.begin(), order.end(), 0);
  for (const Record& record : records) sizes.push_back(input_text(record, columns).size());
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return sizes[a] < sizes[b]; });
  const PartLimits limits = part_limits(options);
  std::vector<Prediction> predictions(records.size());
  for (std::size_t at = 0, end = 0; at < order.size(); at = end) {
    std::vector<Record> part;
    for (std::size_t bytes = 0; end < order.size() && end - at < limits.lines && bytes < limits.bytes;
         ++end) {
      part.push_back(records[order[end]]);
      bytes += sizes[order[end]];
    }
    std::vector<Prediction> found = model.predict(part, options);
    for (std::size_t i = 0; i < found.size(); ++i) {
      visit(order[at + i], found[i]);
      found[i].maps.clear();
      found[i].source_maps.clear();
      found[i].others.clear();
      predictions[order[at + i]] = std::move(found[i]);
    }
  }
  return predictions;
}

}  // namespace heed
