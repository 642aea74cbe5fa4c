// Lines and areas as pixels, for PNG: an area is what its outline encloses (even-odd rule), covered pixel by
// pixel from sixteen samples of each; a line is the area around it.
#pragma once

#include <span>
#include <vector>

#include "heed/show/figure.h"
#include "heed/show/font.h"

namespace heed::show {

// Of the pixels from (0, 0) to (width, height).
Coverage cover(std::span<const Spot> outline, int32_t width, int32_t height);

// The inked pieces of a line, each straight: from spot to spot, and within that from dash to dash.
struct Piece {
  Spot from, to;
};
std::vector<Piece> cut_into_dashes(std::span<const Spot> spots, std::span<const double> dashes);

// A piece as a rectangle, a quarter of its width longer at both ends, so that neighbours meet.
std::vector<Spot> widened(const Piece& piece, double width);

}  // namespace heed::show
