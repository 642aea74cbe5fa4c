// Attention maps as files: JSON to compute with, SVG and PNG for papers, and one self-contained HTML page to
// explore. All writers take predictions with their maps, and refuse invalid maps with an InputError.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "heed/base/files.h"
#include "heed/show/attention_map.h"

namespace heed {

// Weights survive the round trip exactly. Text that is not UTF-8 gets U+FFFD for each wrong byte.
std::string to_json(std::span<const Shown> shown);

// A FileError for text that is not JSON, an InputError for JSON of another shape, which names the place.
std::vector<Shown> from_json(std::string_view json);

// The maps one below the other.
std::string to_svg(std::span<const Shown> shown);

// The same picture as PNG bytes. An InputError if it would be longer than 16,000 pixels or larger than 64
// million.
std::string to_png(std::span<const Shown> shown);

// A page without any outside resource: tokens that light up what they look at, and the matrix of a chosen
// map.
std::string to_html(std::span<const Shown> shown);

// A picture of a stream of predictions holds the first of them.
inline constexpr std::size_t kMostDrawn = 100;

// A file in the format that its ending names (.json, .svg, .png or .html), written as predictions come: JSON
// and HTML of any number of them take the memory of one. It gets its name when it is finished.
class AttentionFile {
 public:
  explicit AttentionFile(const fs::path& path);
  ~AttentionFile();
  void add(const Shown& shown);
  void finish();

  struct Format;

 private:
  std::unique_ptr<Format> format_;
  FileWriter file_;
};

// All at once.
void write_attention(const fs::path& file, std::span<const Shown> shown);

// An OptionError that lists the four, if the ending is none of them.
void require_attention_format(const fs::path& file);

}  // namespace heed
