// The parts that all drawings in a terminal share: shades of weights, muted text, and texts of a given width.
#pragma once

#include <string>

#include "heed/show/colour.h"

namespace heed::show {

// The fewest columns of a terminal that drawings are made for. A narrower terminal breaks their lines.
inline constexpr int kFewestColumns = 16;

// Returns the text, or its beginning and "…" if it takes more than `width` columns.
std::u32string fit(std::u32string text, int width);

// Returns the empty text for a negative count.
std::string spaces(int count);

// Returns the number of the nearest colour of the 6 × 6 × 6 cube that 256-colour terminals share.
int cube_colour(Colour colour);

// How weights look: as one of 256 colours behind the text, or as one of the blocks ░▒▓█.
class Shades {
 public:
  explicit Shades(bool colour) : colour_(colour) {}

  bool colour() const { return colour_; }
  std::string muted(const std::string& text) const;
  // Returns `width` columns in the shade of `part` ∈ [0, 1]; values outside are clamped.
  std::string cell(double part, int width) const;
  // Returns the line "0 ░▒▓█ top" after `indent` spaces.
  std::string legend(double top, int indent) const;

 private:
  bool colour_;
};

}  // namespace heed::show
