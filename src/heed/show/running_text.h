// The tokens of an axis as the running text that they were cut from: what of a token is drawn, where spaces
// stand, and how the tokens fill lines. An axis has the bytes of its labels and not the text itself, so white
// space of any kind between two tokens is drawn as one space.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "heed/base/axis.h"

namespace heed::show {

// One token of a running text.
struct TextPiece {
  std::u32string text;  // without the marks of tokenisers (▁, ￭); spaces only, for a token of white space
  bool space = false;   // true if a space stands before it
  bool breaks = false;  // true if a line may begin with it
};

// Returns one piece for each label. Two tokens stand together if the bytes of the first reach those of the
// second and the second does not begin with a space. A special label stands alone.
std::vector<TextPiece> running_text(const Axis& axis);

// What a token is called in a list of words: its text, or ␣ for each space of white space.
std::u32string name_of(const TextPiece& piece);

// The line of a piece, counted from 0, and its distance from the beginning of the line.
struct TextPlace {
  std::size_t line = 0;
  double x = 0;
};

// The widths are in the unit of the caller: pixels, or columns of a terminal.
struct LineWidths {
  double line = 0, space = 0;
};

// Returns the place of each piece if pieces of the given widths fill lines from left to right. Words that do
// not fit the rest of a line begin the next line. Words that are longer than a line are broken between
// pieces.
std::vector<TextPlace> fill_lines(std::span<const TextPiece> pieces, std::span<const double> widths,
                                  const LineWidths& lines);

}  // namespace heed::show
