// What a model looked at, as numbers with names: rows are outputs, columns are inputs, and a row holds
// weights for a band of columns only, so that the narrow window of a local attention stays narrow in memory
// and on disk. `Shown` is one prediction with all its maps, the thing every writer in this folder takes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace heed {

// Every map of every output has labels of its own: longer ones are cut.
inline constexpr std::size_t kLongestLabel = 1000;  // bytes

// The name of a row or column. `begin` and `end` are bytes, milliseconds or pixels, by the axis's kind.
struct Label {
  std::string text;
  int64_t begin = 0, end = 0;
  int32_t word = -1;     // pieces of one word share a number
  bool special = false;  // not part of the text: <s>, </s>, padding
  bool operator==(const Label&) const = default;
};

struct Axis {
  enum class Kind { tokens, frames, grid, sentences };
  Kind kind = Kind::tokens;
  std::vector<Label> labels;
  int32_t grid_columns = 0;  // for a grid, whose labels run row by row
  bool operator==(const Axis&) const = default;
};

struct AttentionMap {
  std::string part;  // which attention of the model: "decoder", "encoder", "words"
  int32_t layer = 0, head = 0, hypothesis = 0;
  Axis rows, columns;
  int32_t width = 0;
  std::vector<int32_t> begin;  // [rows]
  std::vector<float> weights;  // [rows, width]; row r covers columns begin[r] … begin[r] + width − 1

  // Whether its rows are inputs too: an encoder looks at what it reads.
  bool is_of_input() const { return part.starts_with("encoder"); }
  // Whether its columns are outputs too: a decoder attends to what it has written.
  bool is_of_output() const { return part == "decoder.self_attention"; }
  // The weight of a cell, 0 outside the band.
  float at(int64_t row, int64_t column) const;
  bool operator==(const AttentionMap&) const = default;
};

// One prediction: the source text, the predicted or given text, and its pictures.
struct Shown {
  std::string input, output;
  double log_probability = 0;
  std::vector<AttentionMap> maps;
  bool operator==(const Shown&) const = default;
};

// Throws an InputError unless the sizes agree, all weights are finite, and nothing but zeros lies outside the
// axis (a window at the edge of a sentence may stick out of it).
void require_valid(const AttentionMap& map);

}  // namespace heed
