#include "heed/text/segmenter.h"
#include "heed/text/tokenisers.h"
#include "heed/text/utf8.h"

namespace heed {
namespace {

struct Characters : Segmenter {
  std::vector<Token> split(std::string_view text, int64_t limit) const override {
    std::vector<Token> tokens;
    int32_t word = -1;
    bool inside = false;
    auto size = static_cast<int64_t>(text.size());
    for (int64_t at = 0; at < size && static_cast<int64_t>(tokens.size()) < limit;) {
      int64_t begin = at;
      bool space = is_white_space(next_code_point(text, at));
      if (!space && !inside) ++word;
      inside = !space;
      std::string_view bytes =
          text.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(at - begin));
      tokens.push_back({std::string(bytes), begin, at, space ? -1 : word});
    }
    return tokens;
  }

  Decoded join(std::span<const std::string> tokens) const override {
    Decoded joined;
    for (const std::string& token : tokens) {
      auto begin = static_cast<int64_t>(joined.text.size());
      joined.text += token;
      joined.tokens.push_back({token, begin, static_cast<int64_t>(joined.text.size()), -1});
    }
    std::vector<int32_t> words = word_numbers(joined.text);
    for (Token& token : joined.tokens) token.word = first_word(words, token.begin, token.end);
    return joined;
  }
};

}  // namespace

std::unique_ptr<Tokeniser> CharactersOptions::make() const {
  return counted(std::make_unique<Characters>(), {});
}

}  // namespace heed
