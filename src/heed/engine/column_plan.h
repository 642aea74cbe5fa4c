// Which columns of the data a model's graphs read, and how.
//
// A column is read along an axis that belongs to it alone, flat or by parts. Flat, its tokens lie in
// [rows, tokens]. By parts, they lie in [rows * sentences, words], where `sentences` is the axis of the
// parts, whose mask is [rows, sentences]: then whatever reads rows reads the sentences of all documents of a
// batch at once. Levels may be nested further: [rows * sentences * words, characters].
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

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

// How a port reads the column of that index.
Reading reading_of(const InputPort& port, std::size_t column);

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

}  // namespace heed::engine
