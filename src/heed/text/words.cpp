#include <tuple>

#include "heed/text/rewritten.h"
#include "heed/text/segmenter.h"
#include "heed/text/separate_words.h"
#include "heed/text/tokenisers.h"
#include "heed/text/utf8.h"

namespace heed {
namespace {

// Words separated by white space, joined by single spaces.
struct AttachedWords : Segmenter {
  std::vector<Token> split(std::string_view text, int64_t limit) const override {
    std::vector<Token> tokens;
    auto size = static_cast<int64_t>(text.size());
    int64_t begin = 0;
    auto finish = [&](int64_t end) {
      if (end == begin) return;
      auto word = static_cast<int32_t>(tokens.size());
      tokens.push_back(
          {std::string(text.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin))),
           begin, end, word});
    };
    for (int64_t at = 0; at < size && static_cast<int64_t>(tokens.size()) < limit;) {
      int64_t here = at;
      if (is_white_space(next_code_point(text, at))) {
        finish(here);
        begin = at;
      }
    }
    if (static_cast<int64_t>(tokens.size()) < limit) finish(size);
    return tokens;
  }

  Decoded join(std::span<const std::string> tokens) const override {
    Decoded joined;
    for (const std::string& token : tokens) {
      if (!joined.text.empty()) joined.text += ' ';
      auto begin = static_cast<int64_t>(joined.text.size());
      joined.text += token;
      joined.tokens.push_back({token, begin, static_cast<int64_t>(joined.text.size()),
                               static_cast<int32_t>(joined.tokens.size())});
    }
    return joined;
  }
};

// Applies a segmenter to lower-case text and refers to the bytes of the original.
struct Lowercase : Segmenter {
  explicit Lowercase(std::unique_ptr<Segmenter> segmenter) : inner(std::move(segmenter)) {}

  std::vector<Token> split(std::string_view text, int64_t limit) const override {
    Rewritten lower(text);
    lower.lowercase();
    std::vector<Token> tokens = inner->split(lower.text(), limit);
    for (Token& token : tokens) std::tie(token.begin, token.end) = lower.original(token.begin, token.end);
    return tokens;
  }

  Decoded join(std::span<const std::string> tokens) const override { return inner->join(tokens); }

  std::unique_ptr<Segmenter> inner;
};

}  // namespace

std::unique_ptr<Tokeniser> WordsOptions::make() const {
  std::unique_ptr<Segmenter> segmenter;
  if (punctuation == "separate") {
    segmenter = separate_words();
  } else {
    segmenter = std::make_unique<AttachedWords>();
  }
  if (lowercase) segmenter = std::make_unique<Lowercase>(std::move(segmenter));
  return counted(std::move(segmenter), {size, min_count});
}

}  // namespace heed
