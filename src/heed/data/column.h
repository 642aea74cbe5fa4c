// One column of one example: an input of a graph, or an answer. A column is a sequence of tokens or of
// vectors, or one class or vector, or pairs of positions in two other columns. Its elements may be grouped
// into parts, and these into larger parts: characters into words, words into sentences.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "heed/base/axis.h"
#include "heed/data/stored.h"

namespace heed {

// Links element `from` of one column to element `to` of the other; both count from 0.
struct ElementLink {
  int32_t from = 0, to = 0;
  auto operator<=>(const ElementLink&) const = default;
};

struct Column {
  std::vector<int32_t> ids = {};    // the numbers of tokens or classes
  std::vector<float> numbers = {};  // the numbers of vectors, one vector after the other
  // [0]: the number of elements in each part; [1]: the number of parts in each larger part; and so on
  std::vector<std::vector<int32_t>> parts = {};
  std::vector<int32_t> copies = {};     // the tokens' numbers in an extended vocabulary, if the task copies
  std::vector<ElementLink> links = {};  // sorted and without duplicates
  // vectors that are stored in a file: `numbers` is empty until they are read
  std::optional<StoredArray> stored = {};
  Axis axis = {};    // names of the elements, for pictures; not stored in the index
  bool cut = false;  // the text was longer than the task's limit and has been cut
};

// One record as numbers. The columns follow the task's schema; a column that was not given is empty.
struct Example {
  std::vector<Column> columns;
  int64_t line = 0;  // line of the record; identifies the example in messages and random draws

  const Column& operator[](std::size_t i) const { return columns[i]; }
  Column& operator[](std::size_t i) { return columns[i]; }
};

// A view of a column that somebody else owns.
struct ColumnView {
  std::span<const int32_t> ids = {};
  std::span<const float> numbers = {};
  std::span<const std::vector<int32_t>> parts = {};
  std::span<const int32_t> copies = {};

  ColumnView() = default;
  ColumnView(const Column& column)
      : ids(column.ids), numbers(column.numbers), parts(column.parts), copies(column.copies) {}
};

// Reads the arrays that are stored in files into `numbers`.
void read_stored_columns(Example& example);

}  // namespace heed
