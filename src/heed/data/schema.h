// Describes the examples of a task: one entry for each column, in the order of Example::columns. A task
// declares its schema; batches, the index, models and the engine read it and know no column by name.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heed {

enum class ColumnKind {
  tokens,   // a sequence of numbers of a vocabulary
  classes,  // one or several numbers of a list of classes
  numbers,  // a sequence of vectors, or one vector
  links,    // pairs of positions of two other columns
};

struct ColumnSpec {
  std::string name = {};
  ColumnKind kind = ColumnKind::tokens;
  bool input = true;  // true: an input, given when the model is run; false: an answer
  int64_t size = 0;   // tokens, classes: the size of the vocabulary or list; every number is smaller
  // tokens, classes: the name of the list; columns with the same list can share embeddings
  std::string vocabulary = {};
  int64_t extended = 0;            // copied tokens have numbers from `size` up to `size + extended`
  bool copies = false;             // each token also has a number in the extended vocabulary of the answer
  int64_t width = 0;               // numbers: the size of each vector
  bool sequence = true;            // numbers, classes: false: there is exactly one
  int64_t levels = 0;              // the number of levels of parts that group the elements (data/column.h)
  std::string from = {}, to = {};  // links: the columns whose elements they connect
  bool operator==(const ColumnSpec&) const = default;
};

struct Schema {
  std::vector<ColumnSpec> columns;

  std::size_t size() const { return columns.size(); }
  const ColumnSpec& operator[](std::size_t i) const { return columns[i]; }
  // The index of the column with this name, if there is one.
  std::optional<std::size_t> find(std::string_view name) const;
  // The index of the column with this name. Throws std::logic_error if there is none.
  std::size_t place_of(std::string_view name) const;
  // The indices of the input columns and of the answer columns.
  std::vector<std::size_t> inputs() const;
  std::vector<std::size_t> answers() const;
  bool operator==(const Schema&) const = default;
};

// The index of the answer that is generated token by token. Throws std::logic_error if there is none.
std::size_t written_column(const Schema& schema);

// "tokens", "classes", "numbers", "links".
const char* name_of(ColumnKind kind);

}  // namespace heed
