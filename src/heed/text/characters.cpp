#include "heed/text/segmenter.h"
#include "heed/text/utf8.h"

namespace heed {
namespace {

struct Characters : Segmenter {
  std::vector<Token> split(std::string_view text) const override {
    std::vector<Token> tokens;
    int32_t word = -1;
    bool inside = false;
    for (std::string_view point : code_points(text)) {
      bool space = point == " " || point == "\t" || point == "\xE3\x80\x80";  // U+3000, the wide space
      if (!space && !inside) ++word;
      inside = !space;
      int64_t begin = point.data() - text.data();
      tokens.push_back(
          {std::string(point), begin, begin + static_cast<int64_t>(point.size()), space ? -1 : word});
    }
    return tokens;
  }

  std::string join(std::span<const std::string> tokens) const override {
    std::string text;
    for (const std::string& token : tokens) text += token;
    return text;
  }
};

}  // namespace

std::unique_ptr<Segmenter> CharactersOptions::make() const {
  return std::make_unique<Characters>();
}

}  // namespace heed
