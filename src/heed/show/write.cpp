#include "heed/show/write.h"

#include <algorithm>
#include <array>

#include "heed/base/error.h"

namespace heed {

namespace {

struct Format {
  std::string_view ending;
  std::string (*write)(std::span<const Shown>);
};

constexpr std::array<Format, 4> kFormats = {
    {{".json", to_json}, {".svg", to_svg}, {".png", to_png}, {".html", to_html}}};

const Format& format_of(const fs::path& file) {
  const std::string ending = file.extension().string();
  const auto found =
      std::find_if(kFormats.begin(), kFormats.end(), [&](const Format& f) { return f.ending == ending; });
  if (found != kFormats.end()) return *found;
  throw OptionError("attention file \"" + file.string() +
                    "\": expected a name that ends in .json, .svg, .png or .html, found " +
                    (ending.empty() ? "no ending" : "\"" + ending + "\""));
}

}  // namespace

void write_attention(const fs::path& file, std::span<const Shown> shown) {
  write_file(file, format_of(file).write(shown));
}

void require_attention_format(const fs::path& file) {
  format_of(file);
}

}  // namespace heed
