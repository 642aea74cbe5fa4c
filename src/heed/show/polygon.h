// Draws lines and areas as pixels for PNG. An area is the inside of its outline (even-odd rule); the coverage
// of each pixel comes from sixteen samples. A line is drawn as the area around it.
#pragma once

#include <span>
#include <vector>

#include "heed/show/figure.h"
#include "heed/show/font.h"

namespace heed::show {

// The coverage of the pixels from (0, 0) to (width, height).
Coverage cover(std::span<const Spot> outline, int32_t width, int32_t height);

// The visible straight pieces of a line: from spot to spot, and within that from dash to dash.
struct Piece {
  Spot from, to;
};
std::vector<Piece> cut_into_dashes(std::span<const Spot> spots, std::span<const double> dashes);

// A piece as a rectangle that is longer by a quarter of its width at both ends, so that neighbours meet.
std::vector<Spot> widened(const Piece& piece, double width);

}  // namespace heed::show
