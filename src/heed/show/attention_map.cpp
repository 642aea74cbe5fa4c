#include "heed/show/attention_map.h"

#include <cmath>

#include "heed/base/error.h"

namespace heed {

namespace {

[[noreturn]] void refuse(const AttentionMap& map, const std::string& problem) {
  throw InputError("attention map \"" + map.part + "\" (layer " + std::to_string(map.layer) + ", head " +
                   std::to_string(map.head) + "): " + problem);
}

void require_size(const AttentionMap& map, const std::string& what, std::size_t expected, std::size_t found) {
  if (expected == found) return;
  refuse(map, "expected " + std::to_string(expected) + " " + what + ", found " + std::to_string(found));
}

void require_valid_axis(const AttentionMap& map, const Axis& axis, const std::string& name) {
  if (axis.kind == Axis::Kind::grid && axis.grid_columns < 1)
    refuse(map, "the " + name + " are a grid, so grid_columns must be 1 or more, not " +
                    std::to_string(axis.grid_columns));
}

void require_valid_weight(const AttentionMap& map, std::size_t row, int64_t column, float weight) {
  const auto columns = static_cast<int64_t>(map.columns.labels.size());
  const std::string where = "row " + std::to_string(row) + ", column " + std::to_string(column);
  if (!std::isfinite(weight)) refuse(map, where + ": the weight is not a finite number");
  if ((column < 0 || column >= columns) && weight != 0)
    refuse(map, where + " has a weight, but there are only " + std::to_string(columns) + " columns");
}

}  // namespace

bool AttentionMap::covers(int64_t row, int64_t column) const {
  if (row < 0 || row >= static_cast<int64_t>(begin.size()) || column < 0 ||
      column >= static_cast<int64_t>(columns.labels.size()))
    return false;
  const int64_t within = column - begin[static_cast<std::size_t>(row)];
  return within >= 0 && within < width;
}

float AttentionMap::at(int64_t row, int64_t column) const {
  if (!covers(row, column)) return 0;
  return weights[static_cast<std::size_t>(row * width + column - begin[static_cast<std::size_t>(row)])];
}

void require_valid(const AttentionMap& map) {
  const std::size_t rows = map.rows.labels.size();
  if (map.width < 0) refuse(map, "the width of its band is negative");
  require_size(map, "band positions (one a row)", rows, map.begin.size());
  require_size(map, "weights (rows × width)", rows * static_cast<std::size_t>(map.width), map.weights.size());
  require_valid_axis(map, map.rows, "rows");
  require_valid_axis(map, map.columns, "columns");
  const auto columns = static_cast<int64_t>(map.columns.labels.size());
  for (std::size_t row = 0, i = 0; row < rows; ++row)
    for (int64_t k = 0; k < map.width; ++k, ++i) {
      const int64_t column = map.begin[row] + k;
      const bool inside = column >= 0 && column < columns;
      if (!std::isfinite(map.weights[i]) || (!inside && map.weights[i] != 0))
        require_valid_weight(map, row, column, map.weights[i]);
    }
}

}  // namespace heed
