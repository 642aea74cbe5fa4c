#include "heed/engine/column_plan.h"

#include <algorithm>

#include "heed/base/error.h"

namespace heed::engine {
namespace {

void require(const Graph& graph, const InputPort& port, bool holds, const std::string& expected) {
  if (!holds)
    throw InputError("the graph '" + graph.name + "': expected the input '" + port.name + "' to be " +
                     expected + ", found " + to_text(port.type) + " " + to_text(port.shape) +
                     (port.per_sentence ? " per sentence" : " per row"));
}

bool is_plain_axis(const Dim& dim) {
  return dim.is_axis() && dim.axes[0].divisor == 1 && dim.axes[0].plus == 0;
}

// One vector for each row, without an axis of its own.
bool is_fixed(const InputPort& port) {
  return port.origin == Origin::numbers && port.shape.size() == 2;
}

Type type_of(Origin origin) {
  return origin == Origin::mask ? Type::flag : origin == Origin::numbers ? Type::number : Type::index;
}

void require_port(const Graph& graph, const InputPort& port, bool per_sentence) {
  require(graph, port, !port.column.empty(), "of a column that has a name");
  require(graph, port, port.type == type_of(port.origin), to_text(type_of(port.origin)) + "s");
  require(graph, port, port.per_sentence == per_sentence && !port.optional,
          per_sentence ? "per sentence and always there" : "per row and always there");
  constexpr int64_t kMostLevels = 8;
  require(graph, port,
          port.level >= 0 && port.level < kMostLevels && (port.origin == Origin::mask || port.level == 0),
          "of the level 0, or a mask of a level below " + std::to_string(kMostLevels));
  const Shape& shape = port.shape;
  if (is_fixed(port)) {
    require(graph, port, shape[0] == axes::kRows && shape[1].is_number(), "one vector for each row");
    return;
  }
  require(graph, port, shape.size() == (port.origin == Origin::numbers ? 3U : 2U) && is_plain_axis(shape[1]),
          port.origin == Origin::numbers ? "vectors along one axis" : "values along one axis");
  require(graph, port, shape.size() == 2 || shape[2].is_number(), "vectors of a fixed width");
}

}  // namespace

ColumnReading reading_of(const InputPort& port, std::size_t column) {
  if (is_fixed(port)) return {column, 0, ColumnReading::kOneVector};
  return {column, port.level, static_cast<int64_t>(port.shape[0].axes.size()) - 1};
}

bool is_column(const InputPort& port) {
  return port.origin == Origin::ids || port.origin == Origin::numbers || port.origin == Origin::mask ||
         port.origin == Origin::part || port.origin == Origin::copies;
}

std::size_t ColumnPlan::column_of(const InputPort& port) {
  auto found = std::find(names_.begin(), names_.end(), port.column);
  if (found != names_.end()) return static_cast<std::size_t>(found - names_.begin());
  names_.push_back(port.column);
  widths_.push_back(0);
  return names_.size() - 1;
}

const ColumnReading* ColumnPlan::reading(const std::string& axis) const {
  auto found = axes_.find(axis);
  return found == axes_.end() ? nullptr : &found->second;
}

void ColumnPlan::add_axis(const Graph& graph, const InputPort& port, const std::string& axis,
                          const ColumnReading& reading) {
  for (const char* other : {"rows", "steps", "extended"})
    require(graph, port, axis != other, std::string("along an axis of its own, and not '") + other + "'");
  for (const auto& [name, known] : axes_)
    require(graph, port, (name == axis) == (known == reading),
            "along the axis that belongs to its column and level, and to no other");
  axes_.emplace(axis, reading);
}

bool ColumnPlan::has_all_axes(const ColumnReading& reading) const {
  bool has = std::any_of(axes_.begin(), axes_.end(), [&](const auto& one) { return one.second == reading; });
  return has && (reading.depth == 0 || has_all_axes(reading.parts()));
}

Dim ColumnPlan::rows_of(const ColumnReading& reading) const {
  auto axis =
      std::find_if(axes_.begin(), axes_.end(), [&](const auto& one) { return one.second == reading; });
  return (reading.depth > 0 ? rows_of(reading.parts()) : axes::kRows) * Dim(GraphAxis{axis->first});
}

const ColumnReading* ColumnPlan::reading_of_rows(const Dim& dim) const {
  for (const auto& [axis, reading] : axes_)
    if (rows_of(reading) == dim) return &reading;
  return nullptr;
}

void ColumnPlan::add(const Graph& graph, bool per_sentence) {
  for (const InputPort& port : graph.inputs) {
    if (!is_column(port)) continue;
    require_port(graph, port, per_sentence);
    std::size_t column = column_of(port);
    if (port.origin == Origin::numbers) {
      int64_t width = port.shape.back().factor;
      require(graph, port, widths_[column] == 0 || widths_[column] == width,
              "as wide as the column's other vectors");
      widths_[column] = width;
    }
    if (is_fixed(port))
      one_vector_.insert(column);
    else
      add_axis(graph, port, port.shape[1].axes[0].base, reading_of(port, column));
  }
  // The first dimension is that of the rows and all levels above, each of which already has its axis.
  for (const InputPort& port : graph.inputs) {
    if (!is_column(port) || is_fixed(port)) continue;
    ColumnReading reading = reading_of(port, column_of(port));
    require(graph, port, port.origin != Origin::part || reading.depth == 0, "flat");
    Dim rows = axes::kRows;
    if (reading.depth > 0) {
      require(graph, port, has_all_axes(reading.parts()), "cut into parts that have a mask of their own");
      rows = rows_of(reading.parts());
    }
    require(graph, port, port.shape[0] == rows, "of the rows " + to_text(rows));
  }
}

}  // namespace heed::engine
