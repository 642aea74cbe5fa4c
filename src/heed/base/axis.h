// The labels along one side of a table, and what they stand for. An attention map has an axis for its rows
// and one for its columns. Folders that make labels and folders that draw them share these types.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace heed {

// The most bytes that the text of a label may have. Makers of labels cut longer texts, because every map of
// every output holds labels of its own.
inline constexpr std::size_t kLongestLabel = 1000;

// The name of one row or column. The kind of the axis says whether `begin` and `end` are bytes of the text,
// milliseconds, or pixels.
struct Label {
  std::string text = {};
  int64_t begin = 0, end = 0;
  int32_t word = -1;     // pieces of one word share a number; -1 means that the label belongs to no word
  bool special = false;  // true for labels that are no part of the text: <s>, </s>, padding
  bool operator==(const Label&) const = default;
};

struct Axis {
  // What one label is. A label of the kind `labels` is a class: it stands for the whole output and not for a
  // place in it.
  enum class Kind { tokens, frames, grid, sentences, labels };
  // Whether the axis stands for something that the model reads or for something that it predicts.
  enum class Side { input, output };

  Kind kind = Kind::tokens;
  std::vector<Label> labels = {};
  int32_t grid_columns = 0;  // the cells in one row of a grid, whose labels are listed row by row
  std::string column = {};  // the column of the data: "source", "target", "text", …; empty if there is none
  Side side = Side::input;
  bool operator==(const Axis&) const = default;
};

}  // namespace heed
