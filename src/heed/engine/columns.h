// The columns of a batch as a model's graphs declare them: token numbers, vectors and masks, padded to
// rectangles.
//
// A column is read along an axis that belongs to it alone, flat or by parts. Flat, its tokens lie in
// [rows, tokens]. By parts, they lie in [rows * sentences, words], where `sentences` is the axis of the
// parts, whose mask is [rows, sentences]: then whatever reads rows reads the sentences of all documents of a
// batch at once. Levels may be nested further: [rows * sentences * words, characters].
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "heed/data/column.h"
#include "heed/engine/program.h"
#include "heed/graph/graph.h"

namespace heed::engine {

// Whether an input of a graph is a column of the data.
bool is_column(const InputPort& port);

// One way to read a column: its units of one level (0 = tokens), each in a row of its own of `depth` levels
// of parts above it. Depth 0 is flat; a column that is one vector for each row has no axis.
struct Reading {
  static constexpr int64_t kOneVector = -1;
  std::size_t column = 0;  // its index in ColumnPlan::names()
  int64_t level = 0, depth = 0;
  auto operator<=>(const Reading&) const = default;
  Reading parts() const { return {column, level + 1, depth - 1}; }
};

// Which columns a model reads and how: found in the ports of its graphs when it is opened.
class ColumnPlan {
 public:
  // An InputError if the ports contradict each other, or are not `per_sentence` as this graph needs them.
  void add(const Graph& graph, bool per_sentence);

  // The names of the columns in the order in which they were found.
  const std::vector<std::string>& names() const { return names_; }
  // The reading along an axis; null if it is no column's.
  const Reading* reading(const std::string& axis) const;
  const std::map<std::string, Reading>& axes() const { return axes_; }
  // The rows of values that have one for each unit of a reading: [rows * sentences, …].
  Dim rows_of(const Reading& reading) const;
  // The reading whose units a first dimension counts; null if it is no reading's.
  const Reading* reading_of_rows(const Dim& dim) const;
  // The numbers of each vector of a column; 0 = it has tokens.
  int64_t width(std::size_t column) const { return widths_[column]; }
  bool is_one_vector(std::size_t column) const { return one_vector_.contains(column); }

 private:
  std::size_t column_of(const InputPort& port);
  bool has_all_axes(const Reading& reading) const;
  void add_axis(const Graph& graph, const InputPort& port, const std::string& axis, const Reading& reading);

  std::vector<std::string> names_;
  std::vector<int64_t> widths_;
  std::set<std::size_t> one_vector_;
  std::map<std::string, Reading> axes_;
};

// The padded arrays of one batch. They are kept from batch to batch, and grow as they must.
class ColumnBuffers {
 public:
  explicit ColumnBuffers(const ColumnPlan& plan) : plan_(plan) {}

  // `columns` has plan.names().size() views for each row; what they point to is read until the next call. An
  // InputError if a column is not what the graphs declare.
  void read(std::span<const ColumnView> columns, int64_t rows);
  // Sets the extents of the columns' axes, and of `rows`.
  void set_sizes(const Axes& axes, Sizes& sizes) const;
  // Binds the inputs of a program that are columns.
  void bind(ProgramMemory& memory);

  int64_t rows() const { return rows_; }
  // The number of units of a level in a row; and of the units in each of its parts above them.
  int64_t units(int64_t row, std::size_t column, int64_t level) const;
  std::span<const int32_t> parts(int64_t row, std::size_t column, int64_t level) const;
  // Where each unit of a row lies in the rectangle of that reading.
  std::vector<int64_t> positions(int64_t row, const Reading& reading) const;

 private:
  struct Array {
    std::vector<int32_t> indices;
    std::vector<float> numbers;
    std::unique_ptr<bool[]> flags;
    std::size_t flags_size = 0;
    uint64_t batch = 0;  // for which it is filled
  };
  const ColumnView& view(int64_t row, std::size_t column) const;
  void check(int64_t row, std::size_t column) const;
  int64_t extent(const Reading& reading) const;
  int64_t cells(const Reading& reading) const;
  // The array of a port, filled once for each batch.
  void* array(const InputPort& port);
  void fill_indices(Array& array, Origin origin, const Reading& reading);
  void fill_flags(Array& array, const Reading& reading);
  void fill_numbers(Array& array, const Reading& reading);
  std::vector<int32_t> part_of_units(int64_t row, std::size_t column) const;
  // Calls `put(unit, cell)` for each unit of a row.
  template <class Put>
  void each_unit(int64_t row, const Reading& reading, Put put) const;

  const ColumnPlan& plan_;
  std::span<const ColumnView> columns_;
  int64_t rows_ = 0;
  std::map<Reading, int64_t> extents_;
  std::map<std::pair<Origin, Reading>, Array> arrays_;
  uint64_t batch_ = 0;  // counts the calls of read()
};

}  // namespace heed::engine
