// Paints a figure as PNG, with two pixels for each pixel of the layout.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "heed/base/error.h"
#include "heed/show/figure.h"
#include "heed/show/font.h"
#include "heed/show/polygon.h"
#include "heed/show/write.h"

#define STBI_WRITE_NO_STDIO
#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>

namespace heed {

namespace {

using namespace show;

constexpr double kScale = 2, kLongestSide = 16'000, kMostPixels = 64e6;

class Canvas {
 public:
  Canvas(int32_t width, int32_t height)
      : width_(width),
        height_(height),
        bytes_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 3, 255) {}

  void paint(const Box& box) {
    const auto edge = [](double at, int32_t limit) {
      return std::clamp(static_cast<int32_t>(std::lround(at * kScale)), 0, limit);
    };
    const int32_t right = edge(box.x + box.width, width_), bottom = edge(box.y + box.height, height_);
    for (int32_t y = edge(box.y, height_); y < bottom; ++y)
      for (int32_t x = edge(box.x, width_); x < right; ++x) blend(x, y, box.fill, 255);
  }

  void paint(const Text& text) {
    const double size = text.size * kScale, along = text_width(text.text, size);
    const double back = text.anchor == Anchor::start ? 0 : text.anchor == Anchor::middle ? along / 2 : along;
    const double radians = text.angle * std::numbers::pi / 180, c = std::cos(radians), s = std::sin(radians);
    Pen pen{text.x * kScale - back * c, text.y * kScale + back * s, size, text.angle};
    for (const char32_t character : text.text) {
      stamp(render_glyph(character, pen), text.colour);
      pen.x += advance(character, size) * c;
      pen.y -= advance(character, size) * s;
    }
  }

  void paint(const Area& area) {
    std::vector<Spot> outline;
    for (const Spot& spot : area.spots)
      outline.push_back({(area.x + spot.x) * kScale, (area.y + spot.y) * kScale});
    stamp(cover(outline, width_, height_), area.fill, area.opacity);
  }

  void paint(const Line& line) {
    std::vector<Spot> spots;
    for (const Spot& spot : line.spots)
      spots.push_back({(line.x + spot.x) * kScale, (line.y + spot.y) * kScale});
    std::vector<double> dashes;
    for (const double dash : line.dashes) dashes.push_back(dash * kScale);
    for (const auto& piece : cut_into_dashes(spots, dashes))
      stamp(cover(widened(piece, line.width * kScale), width_, height_), line.colour);
  }

  std::string png() const {
    std::string out;
    // Flat colours need no prediction; trying all filters takes three times as long. Set once, for threads.
    [[maybe_unused]] static const int filter = stbi_write_force_png_filter = 0;
    const auto collect = [](void* context, void* data, int size) {
      static_cast<std::string*>(context)->append(static_cast<const char*>(data),
                                                 static_cast<std::size_t>(size));
    };
    if (stbi_write_png_to_func(collect, &out, width_, height_, 3, bytes_.data(), width_ * 3) == 0)
      throw InputError(
          "the picture could not be compressed (out of memory): write the map to an .html file instead");
    return out;
  }

 private:
  void stamp(const Coverage& glyph, Colour colour, double opacity = 1) {
    for (int32_t y = 0; y < glyph.height; ++y)
      for (int32_t x = 0; x < glyph.width; ++x) {
        const uint8_t alpha =
            glyph.alpha[static_cast<std::size_t>(y) * static_cast<std::size_t>(glyph.width) +
                        static_cast<std::size_t>(x)];
        const int32_t to_x = glyph.left + x, to_y = glyph.top + y;
        if (alpha > 0 && to_x >= 0 && to_x < width_ && to_y >= 0 && to_y < height_)
          blend(to_x, to_y, colour, static_cast<int>(std::lround(alpha * opacity)));
      }
  }

  void blend(int32_t x, int32_t y, Colour colour, int alpha) {
    uint8_t* pixel = &bytes_[(static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) +
                              static_cast<std::size_t>(x)) *
                             3];
    const auto mix = [alpha](uint8_t from, uint8_t to) {
      return static_cast<uint8_t>((from * (255 - alpha) + to * alpha + 127) / 255);
    };
    pixel[0] = mix(pixel[0], colour.red);
    pixel[1] = mix(pixel[1], colour.green);
    pixel[2] = mix(pixel[2], colour.blue);
  }

  int32_t width_, height_;
  std::vector<uint8_t> bytes_;  // [height, width, 3]
};

}  // namespace

void show::require_png_size(const Figure& figure) {
  const double width = std::ceil(figure.width * kScale), height = std::ceil(figure.height * kScale);
  if (width <= kLongestSide && height <= kLongestSide && width * height <= kMostPixels) return;
  throw InputError(
      "a PNG of these maps would have " + std::to_string(std::lround(width)) + " × " +
      std::to_string(std::lround(height)) +
      " pixels, expected at most 16000 a side and 64 million in all: write an .html file instead, which "
      "shows one map at a time, or a .json file, or draw fewer lines");
}

std::string show::paint_png(const Figure& figure) {
  require_png_size(figure);
  Canvas canvas(static_cast<int32_t>(std::ceil(figure.width * kScale)),
                static_cast<int32_t>(std::ceil(figure.height * kScale)));
  for (const auto& mark : figure.marks) std::visit([&canvas](const auto& m) { canvas.paint(m); }, mark);
  return canvas.png();
}

std::string to_png(std::span<const Shown> shown) {
  return paint_png(lay_out(shown));
}

}  // namespace heed
