// One hue, from almost white to deep blue: lightness falls linearly in the OKLab space (Ottosson 2020), so
// that equal steps of weight look like equal steps of colour, also in grey print and for the colour-blind.
// `dark_ramp` is its counterpart on a dark page.
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

// The colour of `part` ∈ [0, 1]; values outside are clamped.
Colour ramp(double part);
Colour dark_ramp(double part);

// The weight that gets the full colour: 1, unless the map's largest weight is far from it. Then the next of
// 0.5, 0.2, 0.1, 0.05 … (or of 2, 5, 10 …), so that long soft maps do not turn out blank. Legends state it.
double scale_top(const AttentionMap& map);

}  // namespace heed::show
