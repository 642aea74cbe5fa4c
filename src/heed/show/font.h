// Letters for the pictures. DejaVu Sans is inside the library, so a PNG looks the same on a machine without
// fonts; for characters it lacks (Chinese) a font of the system is looked for, and without one a box is
// drawn. Widths never depend on the system: whatever DejaVu lacks counts as one em, so every machine makes
// the same layout.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace heed::show {

// Height of a capital letter and of the middle of a small one, in ems: what text is centred by.
inline constexpr double kCapital = 0.729, kMiddle = 0.36;

// Sizes are ems, in pixels.
double advance(char32_t character, double size);
double text_width(std::u32string_view text, double size);

// Where the pen stands, in pixels (y grows downwards), and how it writes: `angle` in degrees,
// counter-clockwise.
struct Pen {
  double x = 0, y = 0, size = 12, angle = 0;
};

// How far each pixel of a rectangle is covered by a glyph.
struct Coverage {
  int32_t left = 0, top = 0, width = 0, height = 0;
  std::vector<uint8_t> alpha;  // [height, width]
};

Coverage render_glyph(char32_t character, const Pen& pen);

}  // namespace heed::show
