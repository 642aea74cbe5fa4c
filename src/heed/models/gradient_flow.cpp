#include "heed/models/gradient_flow.h"

#include <algorithm>

namespace heed {

std::vector<GradientAt> gradient_flow(Model& model, std::span<const Example> examples) {
  constexpr std::size_t kRows = 16;
  std::map<int64_t, GradientAt> by_distance;
  for (std::size_t begin = 0; begin < examples.size(); begin += kRows) {
    std::vector<const Example*> rows;
    for (std::size_t i = begin; i < std::min(begin + kRows, examples.size()); ++i)
      rows.push_back(&examples[i]);
    Batch batch = make_batch(rows);
    std::vector<float> norms = model.gradient_norms(batch);
    for (int64_t row = 0; row < batch.rows; ++row) {
      auto r = static_cast<std::size_t>(row);
      for (int64_t t = 0; t < batch.target_lengths[r]; ++t) {
        for (int64_t j = 0; j < batch.source_lengths[r]; ++j) {
          int64_t cell = (row * batch.target_length + t) * batch.source_length + j;
          GradientAt& at = by_distance[batch.source_lengths[r] - j + t];
          at.norm += norms[static_cast<std::size_t>(cell)];
          ++at.pairs;
        }
      }
    }
  }
  std::vector<GradientAt> flow;
  for (auto& [distance, at] : by_distance)
    flow.push_back({distance, at.pairs, at.norm / static_cast<double>(at.pairs)});
  return flow;
}

}  // namespace heed
