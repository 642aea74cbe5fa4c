// Writes attention maps as files: JSON for programs, SVG and PNG for papers, and one self-contained HTML page
// to explore. All writers take predictions with their maps, and throw InputError for invalid maps.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "heed/base/files.h"
#include "heed/show/attention_map.h"

namespace heed {

// Weights are preserved exactly. Each invalid byte of text becomes U+FFFD.
std::string to_json(std::span<const Shown> shown);

// Throws FileError for text that is not JSON, and InputError, which names the place, for JSON of another
// shape.
std::vector<Shown> from_json(std::string_view json);

// The maps, one below the other.
std::string to_svg(std::span<const Shown> shown);

// Draws that picture as the bytes of a PNG. Throws InputError if it would be longer than 16,000 pixels or
// have more than 64 million.
std::string to_png(std::span<const Shown> shown);

// A page without outside resources: tokens highlight what they attend to, and the matrix of a chosen map is
// shown.
std::string to_html(std::span<const Shown> shown);

// The number of predictions of a stream that a picture shows.
inline constexpr std::size_t kMostDrawn = 100;

// Writes a file in the format of its ending (.json, .svg, .png or .html) while predictions are made. JSON and
// HTML need memory for one prediction only. The file gets its name when it is complete.
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

// Writes all predictions at once.
void write_attention(const fs::path& file, std::span<const Shown> shown);

// Throws OptionError, which lists the four endings, for any other ending.
void require_attention_format(const fs::path& file);

}  // namespace heed
