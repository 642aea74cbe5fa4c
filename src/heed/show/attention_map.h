// The attention of a model as numbers with names. The rows of an AttentionMap are what attends, usually the
// outputs, and its columns are what is attended to, usually the inputs. Each row stores the weights of one
// band of columns, so that the narrow windows of local attention take little memory and disk space. A `Shown`
// is one prediction with all its maps; every writer of this folder takes it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "heed/base/axis.h"

namespace heed {

struct AttentionMap {
  std::string part = {};  // which attention of the model: "decoder.attention", "encoder.attention", …
  int32_t layer = 0, head = 0, hypothesis = 0;
  // An axis that is assigned brings its own column and side: set both when rows are replaced.
  Axis rows{.column = "target", .side = Axis::Side::output};
  Axis columns{.column = "source", .side = Axis::Side::input};
  int32_t width = 0;
  std::vector<int32_t> begin = {};  // [rows]
  std::vector<float> weights = {};  // [rows, width]; row r covers columns begin[r] … begin[r] + width − 1

  // Returns true if the rows stand for the input too, as in an encoder's self-attention.
  bool is_of_input() const { return rows.side == Axis::Side::input; }
  // Returns true if the columns stand for the output too, as in a decoder's self-attention.
  bool is_of_output() const { return columns.side == Axis::Side::output; }
  // Returns true if a map is drawn as coloured text and not as a matrix: its rows are classes, which stand
  // for no place, and its columns are the tokens of a text.
  bool is_over_text() const { return rows.kind == Axis::Kind::labels && columns.kind == Axis::Kind::tokens; }
  // Returns true if a cell of the map lies in the band of its row.
  bool covers(int64_t row, int64_t column) const;
  // Returns the weight of a cell. It is 0 outside the band and outside the map.
  float at(int64_t row, int64_t column) const;
  bool operator==(const AttentionMap&) const = default;
};

// One prediction: the input text, the predicted or given output text, and its attention maps.
struct Shown {
  std::string input, output;
  double log_probability = 0;
  std::vector<AttentionMap> maps;
  bool operator==(const Shown&) const = default;
};

// Throws an InputError unless the sizes agree, all weights are finite, and all weights outside the axis are
// zero. A window at the edge of a sentence may reach beyond the axis.
void require_valid(const AttentionMap& map);

}  // namespace heed
