#include "heed/show/font.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numbers>

#include "heed/base/error.h"
#include "heed/base/files.h"

#define STBTT_STATIC
#define STB_TRUETYPE_IMPLEMENTATION
#include <stb/stb_truetype.h>

extern "C" const char heed_show_font[];  // DejaVuSans.ttf, embedded by CMake

namespace heed::show {

namespace {

// Where Debian and its relatives keep fonts with Chinese, Japanese and Korean.
constexpr std::array kSystemFonts = {
    "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/truetype/wqy/wqy-microhei.ttc",
    "/usr/share/fonts/truetype/wqy/wqy-zenhei.ttc",
    "/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf",
    "/usr/share/fonts/truetype/droid/DroidSansFallback.ttf",
    "/usr/share/fonts/truetype/arphic/uming.ttc",
    "/usr/share/fonts/truetype/arphic/ukai.ttc",
};

struct Face {
  std::unique_ptr<MappedFile> file;  // none for the embedded font
  stbtt_fontinfo info{};

  int glyph(char32_t c) const { return stbtt_FindGlyphIndex(&info, static_cast<int>(c)); }
  double scale(double size) const { return stbtt_ScaleForMappingEmToPixels(&info, static_cast<float>(size)); }
  double advance(int index, double size) const {
    int wide = 0, bearing = 0;
    stbtt_GetGlyphHMetrics(&info, index, &wide, &bearing);
    return wide * scale(size);
  }
};

bool start(Face& face, const char* bytes) {
  const auto* data = reinterpret_cast<const unsigned char*>(bytes);
  const int offset = stbtt_GetFontOffsetForIndex(data, 0);
  return offset >= 0 && stbtt_InitFont(&face.info, data, offset) != 0;
}

const Face& embedded() {
  static const Face face = [] {
    Face made;
    if (!start(made, heed_show_font)) throw FileError("the font inside this program is damaged: rebuild it");
    return made;
  }();
  return face;
}

std::vector<Face> open_system_fonts() {
  std::vector<Face> faces;
  for (const char* path : kSystemFonts) try {
      Face face;
      face.file = std::make_unique<MappedFile>(path);
      if (face.file->bytes().size() > 12 && start(face, face.file->bytes().data()))
        faces.push_back(std::move(face));
    } catch (const FileError&) {
      continue;  // not installed
    }
  return faces;
}

// The face that has the character, or none.
const Face* face_with(char32_t c) {
  if (embedded().glyph(c) != 0) return &embedded();
  static const std::vector<Face> system = open_system_fonts();
  const auto found =
      std::find_if(system.begin(), system.end(), [c](const Face& f) { return f.glyph(c) != 0; });
  return found == system.end() ? nullptr : &*found;
}

using Outline = std::vector<stbtt_vertex>;

Outline glyph_outline(const Face& face, int index) {
  stbtt_vertex* vertices = nullptr;
  const int count = stbtt_GetGlyphShape(&face.info, index, &vertices);
  Outline outline(vertices, vertices + std::max(count, 0));
  stbtt_FreeShape(&face.info, vertices);
  return outline;
}

// A hollow box in units of 1/1000 em, for characters no font has.
Outline box_outline() {
  Outline outline;
  const auto loop = [&outline](std::array<std::array<short, 2>, 5> corners) {
    for (std::size_t i = 0; i < corners.size(); ++i) {
      stbtt_vertex v{};
      v.x = corners[i][0];
      v.y = corners[i][1];
      v.type = i == 0 ? STBTT_vmove : STBTT_vline;
      outline.push_back(v);
    }
  };
  loop({{{120, -60}, {120, 760}, {880, 760}, {880, -60}, {120, -60}}});
  loop({{{180, 0}, {820, 0}, {820, 700}, {180, 700}, {180, 0}}});
  return outline;
}

// The rasteriser only scales and shifts, so the outline itself is turned. Points are whole font units, fine
// enough.
void turn(Outline& outline, double degrees) {
  if (degrees == 0) return;
  const double c = std::cos(degrees * std::numbers::pi / 180), s = std::sin(degrees * std::numbers::pi / 180);
  const auto turn_point = [c, s](short& x, short& y) {
    const double from_x = x, from_y = y;
    x = static_cast<short>(std::lround(c * from_x - s * from_y));
    y = static_cast<short>(std::lround(s * from_x + c * from_y));
  };
  for (stbtt_vertex& v : outline) {
    turn_point(v.x, v.y);
    turn_point(v.cx, v.cy);
    turn_point(v.cx1, v.cy1);
  }
}

Coverage rasterise(Outline& outline, double scale, const Pen& pen) {
  if (outline.empty()) return {};
  double left = 1e9, right = -1e9, low = 1e9, high = -1e9;
  const auto include = [&](double x, double y) {
    left = std::min(left, x), right = std::max(right, x), low = std::min(low, y), high = std::max(high, y);
  };
  for (const stbtt_vertex& v : outline) {
    include(v.x, v.y);
    if (v.type == STBTT_vcurve || v.type == STBTT_vcubic) include(v.cx, v.cy);
    if (v.type == STBTT_vcubic) include(v.cx1, v.cy1);
  }
  const double x = std::floor(pen.x), y = std::floor(pen.y);
  const int x0 = static_cast<int>(std::floor(left * scale)) - 1,
            y0 = static_cast<int>(std::floor(-high * scale)) - 1;
  Coverage out{static_cast<int32_t>(x) + x0,
               static_cast<int32_t>(y) + y0,
               static_cast<int32_t>(std::ceil(right * scale)) - x0 + 2,
               static_cast<int32_t>(std::ceil(-low * scale)) - y0 + 2,
               {}};
  out.alpha.resize(static_cast<std::size_t>(out.width) * static_cast<std::size_t>(out.height));
  stbtt__bitmap bitmap{out.width, out.height, out.width, out.alpha.data()};
  const auto s = static_cast<float>(scale);
  stbtt_Rasterize(&bitmap, 0.2F, outline.data(), static_cast<int>(outline.size()), s, s,
                  static_cast<float>(pen.x - x), static_cast<float>(pen.y - y), x0, y0, 1, nullptr);
  return out;
}

}  // namespace

double advance(char32_t character, double size) {
  const int index = embedded().glyph(character);
  return index != 0 ? embedded().advance(index, size) : size;
}

double text_width(std::u32string_view text, double size) {
  double width = 0;
  for (const char32_t c : text) width += advance(c, size);
  return width;
}

Coverage render_glyph(char32_t character, const Pen& pen) {
  const Face* face = face_with(character);
  const int index = face != nullptr ? face->glyph(character) : 0;
  Outline outline = face != nullptr ? glyph_outline(*face, index) : box_outline();
  turn(outline, pen.angle);
  return rasterise(outline, face != nullptr ? face->scale(pen.size) : pen.size / 1000, pen);
}

}  // namespace heed::show
