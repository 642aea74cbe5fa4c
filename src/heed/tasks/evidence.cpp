#include "heed/tasks/evidence.h"

#include <algorithm>
#include <numeric>

#include "heed/base/quoted.h"

namespace heed {

AttentionMap evidence_map(const Array& evidence, std::size_t number, const Axis& label, const Axis& columns) {
  AttentionMap map;
  map.part = "evidence";
  map.rows = label;
  map.columns = columns;
  for (Label& one : map.columns.labels) one.text = shortened(one.text, kLongestLabel);
  auto classes = static_cast<std::size_t>(evidence.shape.at(1));
  map.width =
      static_cast<int32_t>(std::min(columns.labels.size(), static_cast<std::size_t>(evidence.shape.at(0))));
  map.begin = {0};
  for (std::size_t token = 0; token < static_cast<std::size_t>(map.width); ++token) {
    const float* scores = evidence.numbers.data() + token * classes;
    float mean = std::accumulate(scores, scores + classes, 0.0F) / static_cast<float>(classes);
    map.weights.push_back(std::max(0.0F, scores[number] - mean));
  }
  float sum = std::accumulate(map.weights.begin(), map.weights.end(), 0.0F);
  if (sum > 0)
    for (float& weight : map.weights) weight /= sum;
  return map;
}

}  // namespace heed
