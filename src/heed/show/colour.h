// The colours of weights: one hue, from almost white to deep blue. Lightness falls linearly in the OKLab
// space (Ottosson 2020), so that equal steps of weight look like equal steps of colour, also in grey print
// and to the colour-blind.
#pragma once

#include <cstdint>
#include <string>

#include "heed/show/attention_map.h"

namespace heed::show {

struct Colour {
  uint8_t red = 0, green = 0, blue = 0;
  std::string hex() const;  // "#rrggbb"
  bool operator==(const Colour&) const = default;
};

inline constexpr Colour kWhite{255, 255, 255};
inline constexpr Colour kInk{32, 36, 44};
inline constexpr Colour kMuted{134, 142, 156};
inline constexpr Colour kFrame{200, 206, 216};

// Returns the colour of `part` ∈ [0, 1] on a light page; values outside are clamped.
Colour ramp(double part);
// Returns the colour on a dark page, which becomes lighter as `part` grows.
Colour dark_ramp(double part);

// Returns true if text on the colour `ramp(part)` is easier to read in white than in ink.
constexpr bool needs_white(double part) {
  return part > 0.55;
}

// Returns the weight that gets the full colour, which legends state. It is 1, unless the largest weight of
// the map is at most 0.5 or above 1; then it is the next larger of …, 0.05, 0.1, 0.2, 0.5, 2, 5, 10, … Long
// maps with small weights would look blank otherwise.
double scale_top(const AttentionMap& map);

}  // namespace heed::show
