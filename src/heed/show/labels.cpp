#include "heed/show/labels.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "heed/show/characters.h"

namespace heed::show {

namespace {

std::string format(const char* pattern, double value) {
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), pattern, value);
  return text.data();
}

}  // namespace

std::u32string label_text(const Axis& axis, std::size_t index) {
  const Label& label = axis.labels[index];
  if (!label.text.empty()) return visible(label.text);
  if (axis.kind == Axis::Kind::frames)
    return decode(short_number(static_cast<double>(label.begin) / 1000) + " s");
  if (axis.kind == Axis::Kind::grid && axis.grid_columns > 0) {
    const auto columns = static_cast<std::size_t>(axis.grid_columns);
    return decode(std::to_string(index / columns) + "," + std::to_string(index % columns));
  }
  return {};
}

std::string map_title(const AttentionMap& map, const std::vector<AttentionMap>& all) {
  const auto differs = [&](int32_t AttentionMap::*field) {
    return std::any_of(all.begin(), all.end(), [&](const AttentionMap& m) { return m.*field != map.*field; });
  };
  std::string title = encode(visible(map.part));
  const auto add = [&title](const std::string& name, int32_t number) {
    title += (title.empty() ? "" : " · ") + name + " " + std::to_string(number);
  };
  if (differs(&AttentionMap::layer)) add("layer", map.layer);
  if (differs(&AttentionMap::head)) add("head", map.head);
  if (differs(&AttentionMap::hypothesis)) add("hypothesis", map.hypothesis);
  return title;
}

std::string weight_text(double weight) {
  return weight != 0 && std::abs(weight) < 0.0005 ? format("%.0e", weight) : format("%.3f", weight);
}

std::string cell_text(const AttentionMap& map, std::size_t row, std::size_t column) {
  return encode(label_text(map.rows, row)) + " ← " + encode(label_text(map.columns, column)) + ": " +
         weight_text(map.at(static_cast<int64_t>(row), static_cast<int64_t>(column)));
}

std::string short_number(double value) {
  return format("%.6g", value);
}

}  // namespace heed::show
