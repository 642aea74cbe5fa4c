// Finds which columns of the data a model's graphs read, and in which arrangement.
//
// Each column is read along an axis of its own, flat or by parts. Flat, its tokens have the shape [rows,
// tokens]. By parts, they have the shape [rows * sentences, words], where `sentences` is the axis of the
// parts and their mask is [rows, sentences]. An operation on rows then reads the sentences of all documents
// of a batch at once. More levels are possible: [rows * sentences * words, characters].
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "heed/graph/graph.h"

namespace heed::engine {

// Whether an input of a graph reads a column of the data.
bool is_column(const InputPort& port);

// One way to read a column: its units of one level (0: tokens). Each row holds the units of one part `depth`
// levels above. Depth 0 is flat. A column with exactly one vector for each row has no axis.
struct ColumnReading {
  static constexpr int64_t kOneVector = -1;
  std::size_t column = 0;  // its index in ColumnPlan::names()
  int64_t level = 0, depth = 0;
  auto operator<=>(const ColumnReading&) const = default;
  ColumnReading parts() const { return {column, level + 1, depth - 1}; }
};

// How a port reads the column with this index.
ColumnReading reading_of(const InputPort& port, std::size_t column);

// The columns that a model reads, and how. The plan is derived from the ports of its graphs when the model is
// opened.
class ColumnPlan {
 public:
  // Adds the ports of a graph. Throws InputError if ports contradict each other, or if their `per_sentence`
  // is not what this graph needs.
  void add(const Graph& graph, bool per_sentence);

  // The names of the columns in the order in which they were found.
  const std::vector<std::string>& names() const { return names_; }
  // The reading along an axis; null if the axis does not belong to a column.
  const ColumnReading* reading(const std::string& axis) const;
  const std::map<std::string, ColumnReading>& axes() const { return axes_; }
  // The first dimension of values that have one row for each unit of a reading: [rows * sentences, …].
  Dim rows_of(const ColumnReading& reading) const;
  // The reading whose units a first dimension counts; null if there is none.
  const ColumnReading* reading_of_rows(const Dim& dim) const;
  // The size of each vector of a column; 0: the column has tokens.
  int64_t width(std::size_t column) const { return widths_[column]; }
  bool is_one_vector(std::size_t column) const { return one_vector_.contains(column); }

 private:
  std::size_t column_of(const InputPort& port);
  bool has_all_axes(const ColumnReading& reading) const;
  void add_axis(const Graph& graph, const InputPort& port, const std::string& axis,
                const ColumnReading& reading);

  std::vector<std::string> names_;
  std::vector<int64_t> widths_;
  std::set<std::size_t> one_vector_;
  std::map<std::string, ColumnReading> axes_;
};

}  // namespace heed::engine
