#include "heed/show/colour.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numbers>

namespace heed::show {

namespace {

struct Polar {
  double lightness, chroma, hue;  // hue in degrees
};

struct Lab {
  double lightness, a, b;
};

// The colours at 0, ½ and 1.
using Anchors = std::array<Polar, 3>;
constexpr Anchors kLight = {{{0.977, 0.008, 255}, {0.655, 0.130, 252}, {0.315, 0.115, 263}}};
constexpr Anchors kDark = {{{0.270, 0.024, 262}, {0.590, 0.135, 254}, {0.945, 0.045, 240}}};

Lab to_lab(const Polar& p) {
  const double radians = p.hue * std::numbers::pi / 180;
  return {p.lightness, p.chroma * std::cos(radians), p.chroma * std::sin(radians)};
}

uint8_t to_byte(double linear) {
  const double c = std::clamp(linear, 0.0, 1.0);
  const double encoded = c <= 0.0031308 ? 12.92 * c : 1.055 * std::pow(c, 1 / 2.4) - 0.055;
  return static_cast<uint8_t>(std::lround(255 * encoded));
}

// The matrices are those of the OKLab definition.
Colour to_srgb(const Lab& lab) {
  const double l = std::pow(lab.lightness + 0.3963377774 * lab.a + 0.2158037573 * lab.b, 3);
  const double m = std::pow(lab.lightness - 0.1055613458 * lab.a - 0.0638541728 * lab.b, 3);
  const double s = std::pow(lab.lightness - 0.0894841775 * lab.a - 1.2914855480 * lab.b, 3);
  return {to_byte(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
          to_byte(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
          to_byte(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)};
}

Colour interpolate(const Anchors& anchors, double part) {
  const double position = std::clamp(part, 0.0, 1.0) * (anchors.size() - 1);
  const std::size_t i = std::min<std::size_t>(static_cast<std::size_t>(position), anchors.size() - 2);
  const double t = position - static_cast<double>(i);
  const Lab from = to_lab(anchors[i]), to = to_lab(anchors[i + 1]);
  return to_srgb(
      {std::lerp(from.lightness, to.lightness, t), std::lerp(from.a, to.a, t), std::lerp(from.b, to.b, t)});
}

}  // namespace

std::string Colour::hex() const {
  std::array<char, 8> text{};
  std::snprintf(text.data(), text.size(), "#%02x%02x%02x", red, green, blue);
  return text.data();
}

Colour ramp(double part) {
  return interpolate(kLight, part);
}

Colour dark_ramp(double part) {
  return interpolate(kDark, part);
}

double scale_top(const AttentionMap& map) {
  double largest = 0;
  for (const float weight : map.weights) largest = std::max<double>(largest, weight);
  if (largest <= 0 || (largest > 0.5 && largest <= 1.001)) return 1;
  const double decade = std::pow(10, std::floor(std::log10(largest)));
  for (const double step : {1.0, 2.0, 5.0})
    if (largest <= step * decade * 1.001) return step * decade;
  return 10 * decade;
}

}  // namespace heed::show
