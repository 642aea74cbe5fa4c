#include "heed/tasks/attention_maps.h"

#include "heed/base/error.h"
#include "heed/base/quoted.h"

namespace heed {
namespace {

// The weights of one head, rows × width.
std::vector<float> head_weights(const AttentionRows& attention, int32_t head) {
  std::vector<float> weights;
  auto width = static_cast<std::ptrdiff_t>(attention.width);
  for (std::size_t row = 0; row < attention.begin.size(); ++row) {
    auto from =
        attention.weights.begin() + (static_cast<std::ptrdiff_t>(row) * attention.heads + head) * width;
    weights.insert(weights.end(), from, from + width);
  }
  return weights;
}

// "decoder.attention", "encoder.attention"; if a decoder attends to its own output, that is
// "decoder.self_attention".
std::string part_of(const AttentionBlock& block) {
  bool of_itself = block.part == "decoder" && block.columns == block.rows;
  return block.part + (of_itself ? ".self_attention" : ".attention");
}

Axis named_axis(const std::map<std::string, Axis>& axes, const std::string& name) {
  auto found = axes.find(name);
  if (found == axes.end())
    throw InputError(
        "expected the model's attention to be over columns that the task has labels for, found '" + name +
        "'");
  Axis axis = found->second;
  for (Label& label : axis.labels) label.text = shortened(label.text, kLongestLabel);
  return axis;
}

}  // namespace

void add_maps(std::vector<AttentionMap>& maps, const AttentionBlock& block, const AttentionRows& attention,
              const BlockAxes& axes) {
  for (int32_t head = 0; head < attention.heads; ++head) {
    AttentionMap map;
    map.part = part_of(block);
    map.layer = static_cast<int32_t>(block.layer);
    map.rows = named_axis(axes.rows, block.rows);
    map.columns = named_axis(axes.columns, block.columns);
    map.head = head;
    map.width = attention.width;
    map.begin = attention.begin;
    map.weights = head_weights(attention, head);
    maps.push_back(std::move(map));
  }
}

}  // namespace heed
