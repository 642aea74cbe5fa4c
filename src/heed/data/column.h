// One column of one example: what a graph reads as an input. A column is a sequence of tokens or of vectors,
// or one vector. Its tokens may be grouped into parts, and these into larger parts: characters into words,
// words into sentences.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace heed {

struct Column {
  std::vector<int32_t> ids;                      // the numbers of the tokens
  std::vector<float> numbers = {};               // or the vectors, one after the other
  std::vector<std::vector<int32_t>> parts = {};  // [0]: how many tokens each part has; [1]: how many parts
                                                 // each larger part has; and so on
  std::vector<int32_t> copies = {};  // the tokens' numbers in an extended vocabulary, where a task copies
};

// An example by the names of its columns.
using NamedColumns = std::map<std::string, Column>;

// A column in memory that somebody else owns.
struct ColumnView {
  std::span<const int32_t> ids = {};
  std::span<const float> numbers = {};
  std::span<const std::vector<int32_t>> parts = {};
  std::span<const int32_t> copies = {};

  ColumnView() = default;
  ColumnView(const Column& column)
      : ids(column.ids), numbers(column.numbers), parts(column.parts), copies(column.copies) {}
};

}  // namespace heed
