// Small maps that the tests of this folder share.
#pragma once

#include <string>
#include <vector>

#include "heed/show/attention_map.h"

namespace heed::show_test {

inline std::vector<Label> labels_of(const std::vector<std::string>& texts) {
  std::vector<Label> labels;
  for (const std::string& text : texts) labels.push_back({.text = text});
  return labels;
}

// Every row looks at all columns with the given weights.
inline AttentionMap map_of(const std::vector<std::string>& rows, const std::vector<std::string>& columns,
                           std::vector<float> weights) {
  AttentionMap map;
  map.rows.labels = labels_of(rows);
  map.columns.labels = labels_of(columns);
  map.width = static_cast<int32_t>(columns.size());
  map.begin.assign(rows.size(), 0);
  map.weights = std::move(weights);
  return map;
}

inline AttentionMap small_map() {
  return map_of({"a", "b"}, {"x", "y", "z"}, {1, 0, 0, 0.25F, 0.5F, 0.25F});
}

// A window of two that slides one column a row and sticks out at both ends.
inline AttentionMap banded_map() {
  AttentionMap map = map_of({"a", "b", "c"}, {"x", "y"}, {0, 1, 0.5F, 0.5F, 1, 0});
  map.width = 2;
  map.begin = {-1, 0, 1};
  return map;
}

inline AttentionMap large_map(std::size_t rows, std::size_t columns) {
  const auto names = [](std::size_t n) {
    std::vector<std::string> out;
    for (std::size_t i = 0; i < n; ++i) out.push_back("word" + std::to_string(i));
    return out;
  };
  return map_of(names(rows), names(columns),
                std::vector<float>(rows * columns, 1.0F / static_cast<float>(columns)));
}

inline std::vector<Shown> shown_of(AttentionMap map) {
  return {{.input = "x y z", .output = "a b", .log_probability = -0.5, .maps = {std::move(map)}}};
}

inline std::size_t count(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

inline bool contains(const std::string& text, const std::string& part) {
  return count(text, part) > 0;
}

}  // namespace heed::show_test
