#include "heed/engine/columns.h"

#include <algorithm>
#include <numeric>

#include "heed/base/error.h"

namespace heed::engine {

const ColumnView& ColumnBuffers::view(int64_t row, std::size_t column) const {
  return columns_[static_cast<std::size_t>(row) * plan_.names().size() + column];
}

int64_t ColumnBuffers::units(int64_t row, std::size_t column, int64_t level) const {
  const ColumnView& view = this->view(row, column);
  if (level > 0) return static_cast<int64_t>(view.parts[static_cast<std::size_t>(level) - 1].size());
  int64_t width = plan_.width(column);
  return width > 0 ? static_cast<int64_t>(view.numbers.size()) / width
                   : static_cast<int64_t>(view.ids.size());
}

std::span<const int32_t> ColumnBuffers::parts(int64_t row, std::size_t column, int64_t level) const {
  return view(row, column).parts[static_cast<std::size_t>(level)];
}

void ColumnBuffers::check(int64_t row, std::size_t column) const {
  const ColumnView& view = this->view(row, column);
  auto require = [&](bool holds, const std::string& expected, std::size_t found) {
    if (!holds)
      throw InputError("the column '" + plan_.names()[column] + "' of row " + std::to_string(row) +
                       ": expected " + expected + ", found " + std::to_string(found));
  };
  int64_t width = plan_.width(column);
  require(width == 0 || view.numbers.size() % static_cast<std::size_t>(width) == 0,
          "vectors of " + std::to_string(width) + " numbers", view.numbers.size());
  if (plan_.is_one_vector(column))
    require(view.numbers.size() == static_cast<std::size_t>(width), std::to_string(width) + " numbers",
            view.numbers.size());
  for (const auto& [axis, reading] : plan_.axes()) {
    auto levels = static_cast<std::size_t>(reading.level + reading.depth);
    if (reading.column == column)
      require(levels <= view.parts.size(), std::to_string(levels) + " levels of parts", view.parts.size());
  }
  for (std::size_t level = 0; level < view.parts.size(); ++level) {
    int64_t sum = 0;
    for (int32_t length : view.parts[level]) {
      require(length >= 0, "parts of lengths from 0", static_cast<std::size_t>(level));
      sum += length;
    }
    int64_t below = units(row, column, static_cast<int64_t>(level));
    require(sum == below, "parts of " + std::to_string(below) + " in all", static_cast<std::size_t>(sum));
  }
}

void ColumnBuffers::read(std::span<const ColumnView> columns, int64_t rows) {
  columns_ = columns;
  rows_ = rows;
  ++batch_;
  for (int64_t row = 0; row < rows_; ++row) {
    for (std::size_t column = 0; column < plan_.names().size(); ++column) check(row, column);
  }
  for (const auto& [axis, reading] : plan_.axes()) {
    int64_t most = 1;
    for (int64_t row = 0; row < rows_; ++row) {
      if (reading.depth == 0) {
        most = std::max(most, units(row, reading.column, reading.level));
        continue;
      }
      for (int32_t length : parts(row, reading.column, reading.level)) most = std::max<int64_t>(most, length);
    }
    extents_[reading] = most;
  }
}

void ColumnBuffers::set_sizes(const Axes& axes, Sizes& sizes) const {
  axes.set(sizes, "rows", rows_);
  for (const auto& [axis, reading] : plan_.axes()) axes.set(sizes, axis, extent(reading));
}

int64_t ColumnBuffers::extent(const ColumnReading& reading) const {
  return reading.depth == ColumnReading::kOneVector ? 1 : extents_.at(reading);
}

int64_t ColumnBuffers::cells(const ColumnReading& reading) const {
  int64_t rows = reading.depth > 0 ? cells(reading.parts()) : rows_;
  require_memory(static_cast<double>(rows) * static_cast<double>(extent(reading)));
  return rows * extent(reading);
}

std::vector<int64_t> ColumnBuffers::positions(int64_t row, const ColumnReading& reading) const {
  std::vector<int64_t> positions;
  int64_t extent = this->extent(reading);
  if (reading.depth <= 0) {
    positions.resize(static_cast<std::size_t>(units(row, reading.column, reading.level)));
    std::iota(positions.begin(), positions.end(), row * extent);
    return positions;
  }
  std::vector<int64_t> above = this->positions(row, reading.parts());
  std::span<const int32_t> lengths = parts(row, reading.column, reading.level);
  for (std::size_t part = 0; part < above.size(); ++part) {
    for (int32_t i = 0; i < lengths[part]; ++i) positions.push_back(above[part] * extent + i);
  }
  return positions;
}

template <class Put>
void ColumnBuffers::each_unit(int64_t row, const ColumnReading& reading, Put put) const {
  if (reading.depth > 0) {
    std::vector<int64_t> cells = positions(row, reading);
    for (std::size_t unit = 0; unit < cells.size(); ++unit) put(unit, static_cast<std::size_t>(cells[unit]));
    return;
  }
  auto first = static_cast<std::size_t>(row * extent(reading));
  auto count = static_cast<std::size_t>(units(row, reading.column, reading.level));
  for (std::size_t unit = 0; unit < count; ++unit) put(unit, first + unit);
}

std::vector<int32_t> ColumnBuffers::part_of_units(int64_t row, std::size_t column) const {
  if (view(row, column).parts.empty())
    throw InputError("the column '" + plan_.names()[column] + "': expected parts, found none");
  std::vector<int32_t> owners;
  int32_t part = 0;
  for (int32_t length : parts(row, column, 0))
    owners.insert(owners.end(), static_cast<std::size_t>(length), part++);
  return owners;
}

void ColumnBuffers::fill_indices(Array& array, Origin origin, const ColumnReading& reading) {
  // Padding is token 0, and belongs to no part.
  array.indices.assign(static_cast<std::size_t>(cells(reading)), origin == Origin::part ? -1 : 0);
  for (int64_t row = 0; row < rows_; ++row) {
    const ColumnView& view = this->view(row, reading.column);
    std::vector<int32_t> owners;
    if (origin == Origin::part) owners = part_of_units(row, reading.column);
    std::span<const int32_t> from = origin == Origin::part     ? std::span<const int32_t>(owners)
                                    : origin == Origin::copies ? view.copies
                                                               : view.ids;
    if (static_cast<int64_t>(from.size()) != units(row, reading.column, reading.level))
      throw InputError("the column '" + plan_.names()[reading.column] +
                       "': expected a number for each token, found " + std::to_string(from.size()) + " for " +
                       std::to_string(units(row, reading.column, reading.level)) + " tokens");
    each_unit(row, reading, [&](std::size_t unit, std::size_t cell) { array.indices[cell] = from[unit]; });
  }
}

void ColumnBuffers::fill_flags(Array& array, const ColumnReading& reading) {
  auto cells = static_cast<std::size_t>(this->cells(reading));
  if (cells > array.flags_size) array.flags = std::make_unique<bool[]>(array.flags_size = cells);
  std::fill_n(array.flags.get(), cells, false);
  for (int64_t row = 0; row < rows_; ++row)
    each_unit(row, reading, [&](std::size_t, std::size_t cell) { array.flags[cell] = true; });
}

void ColumnBuffers::fill_numbers(Array& array, const ColumnReading& reading) {
  auto width = static_cast<std::size_t>(plan_.width(reading.column));
  auto cells = static_cast<std::size_t>(this->cells(reading));
  require_memory(4 * static_cast<double>(cells) * static_cast<double>(width));
  array.numbers.assign(cells * width, 0.0F);
  for (int64_t row = 0; row < rows_; ++row) {
    const float* from = view(row, reading.column).numbers.data();
    each_unit(row, reading, [&](std::size_t unit, std::size_t cell) {
      std::copy_n(from + unit * width, width, array.numbers.data() + cell * width);
    });
  }
}

void* ColumnBuffers::array(const InputPort& port) {
  auto found = std::find(plan_.names().begin(), plan_.names().end(), port.column);
  ColumnReading reading = reading_of(port, static_cast<std::size_t>(found - plan_.names().begin()));
  Array& array = arrays_[{port.origin, reading}];
  bool is_filled = array.batch == batch_;
  array.batch = batch_;
  if (port.origin == Origin::mask) {
    if (!is_filled) fill_flags(array, reading);
    return array.flags.get();
  }
  if (port.origin == Origin::numbers) {
    if (!is_filled) fill_numbers(array, reading);
    return array.numbers.data();
  }
  if (!is_filled) fill_indices(array, port.origin, reading);
  return array.indices.data();
}

void ColumnBuffers::bind(ProgramMemory& memory) {
  for (const InputPort& port : memory.program().parts().declared_inputs)
    if (is_column(port)) memory.bind(memory.program().input(port.name), array(port));
}

}  // namespace heed::engine
