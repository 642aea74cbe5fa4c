// Writes the page: its template, style and script (page/), with the attention file and the colours inserted.
#include <cstddef>

#include "heed/base/error.h"
#include "heed/show/colour.h"
#include "heed/show/file_parts.h"
#include "heed/show/write.h"

extern "C" {  // embedded by CMake
extern const char heed_show_page_html[], heed_show_page_html_end[];
extern const char heed_show_page_css[], heed_show_page_css_end[];
extern const char heed_show_maps_js[], heed_show_maps_js_end[];
extern const char heed_show_matrix_js[], heed_show_matrix_js_end[];
extern const char heed_show_pictures_js[], heed_show_pictures_js_end[];
extern const char heed_show_text_js[], heed_show_text_js_end[];
extern const char heed_show_card_js[], heed_show_card_js_end[];
extern const char heed_show_page_js[], heed_show_page_js_end[];
}

namespace heed {

namespace {

using namespace show;

std::string_view text_between(const char* begin, const char* end) {
  return {begin, static_cast<std::size_t>(end - begin)};
}

}  // namespace

// Inside <script>, JSON must not be able to end the element. "<" occurs only in strings, where it may be
// escaped.
std::string show::without_markup(const std::string& json) {
  std::string out;
  out.reserve(json.size());
  for (const char c : json)
    if (c == '<')
      out += "\\u003c";
    else
      out += c;
  return out;
}

namespace {

// The tables of colours from which the page colours like the pictures do.
std::string colour_table(Colour (*colour)(double)) {
  constexpr int kSteps = 64;
  std::string out = "[";
  for (int i = 0; i <= kSteps; ++i)
    out += (i > 0 ? ",\"" : "\"") + colour(static_cast<double>(i) / kSteps).hex() + "\"";
  return out + "]";
}

void replace(std::string& page, std::string_view mark, std::string_view text) {
  const std::size_t at = page.find(mark);
  if (at == std::string::npos)
    throw FileError("the page inside this program lacks \"" + std::string(mark) + "\"");
  page.replace(at, mark.size(), text);
}

}  // namespace

PageFrame show::page_frame() {
  std::string page(text_between(heed_show_page_html, heed_show_page_html_end));
  replace(page, "/*style*/", text_between(heed_show_page_css, heed_show_page_css_end));
  replace(page, "/*script*/",
          std::string(text_between(heed_show_maps_js, heed_show_maps_js_end))
              .append(text_between(heed_show_matrix_js, heed_show_matrix_js_end))
              .append(text_between(heed_show_pictures_js, heed_show_pictures_js_end))
              .append(text_between(heed_show_text_js, heed_show_text_js_end))
              .append(text_between(heed_show_card_js, heed_show_card_js_end))
              .append(text_between(heed_show_page_js, heed_show_page_js_end)));
  replace(page, "/*colours*/",
          "{\"light\":" + colour_table(ramp) + ",\"dark\":" + colour_table(dark_ramp) + "}");
  constexpr std::string_view mark = "/*data*/";
  const std::size_t at = page.find(mark);
  if (at == std::string::npos) throw FileError("the page inside this program has no place for its data");
  return {page.substr(0, at), page.substr(at + mark.size())};
}

std::string to_html(std::span<const Shown> shown) {
  const auto [before, behind] = page_frame();
  return before + without_markup(to_json(shown)) + behind;
}

}  // namespace heed
