#include "heed/show/terminal_parts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "heed/show/characters.h"
#include "heed/show/labels.h"

namespace heed::show {

std::u32string fit(std::u32string text, int width) {
  if (terminal_width(text) <= width) return text;
  while (!text.empty() && terminal_width(text) > width - 1) text.pop_back();
  return text + U'…';
}

std::string spaces(int count) {
  return std::string(static_cast<std::size_t>(std::max(count, 0)), ' ');
}

int cube_colour(Colour colour) {
  const auto level = [](uint8_t value) { return value < 48 ? 0 : value < 115 ? 1 : (value - 35) / 40; };
  return 16 + 36 * level(colour.red) + 6 * level(colour.green) + level(colour.blue);
}

std::string Shades::muted(const std::string& text) const {
  return colour_ ? "\x1b[2m" + text + "\x1b[0m" : text;
}

std::string Shades::cell(double part, int width) const {
  if (colour_)
    return "\x1b[48;5;" + std::to_string(cube_colour(ramp(part))) + "m" + spaces(width) + "\x1b[0m";
  constexpr std::array<std::string_view, 5> shades = {" ", "░", "▒", "▓", "█"};
  const double level = std::clamp(part, 0.0, 1.0) * 4;
  const auto shade = shades[static_cast<std::size_t>(std::lround(level))];
  std::string out;
  for (int i = 0; i < width; ++i) out += shade;
  return out;
}

std::string Shades::legend(double top, int indent) const {
  std::string out = spaces(indent) + muted("0") + " ";
  for (int i = 0; i <= 8; ++i) out += cell(i / 8.0, 1);
  return out + " " + muted(short_number(top)) + "\n";
}

}  // namespace heed::show
