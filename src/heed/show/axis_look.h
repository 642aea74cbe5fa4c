// How the labels along one side of a matrix are drawn: the distance of rows or columns, the size and angle of
// the letters, and which labels are left out if they cannot all be read.
#pragma once

#include <string>
#include <vector>

#include "heed/show/attention_map.h"

namespace heed::show {

struct AxisLook {
  double pitch = 0;                        // from one row or column to the next, whole half pixels
  double size = 12;                        // of the letters
  double angle = 0;                        // 0, 45 or 90: columns only
  bool letters = false;                    // only special labels are wide; the others stay horizontal
  std::size_t step = 1;                    // every step-th label is drawn
  std::vector<std::u32string> texts = {};  // shortened to fit
  double widest = 0;
  double extent = 0;  // how far the labels extend from the matrix

  double angle_of(std::size_t label) const;
};

struct AxisLooks {
  AxisLook rows, columns;
};

AxisLooks look_of(const AttentionMap& map);

// The beginning of `text` and "…", if it is wider than `limit`.
std::u32string shorten(std::u32string text, double size, double limit);

}  // namespace heed::show
