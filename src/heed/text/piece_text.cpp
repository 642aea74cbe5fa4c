#include "heed/text/piece_text.h"

#include "heed/text/utf8.h"

namespace heed {
namespace {

const std::string kReplacement = "\xEF\xBF\xBD";  // U+FFFD

}  // namespace

std::string spaced(std::string_view piece) {
  std::string text;
  for (std::size_t at; (at = piece.find(kPieceSpace)) != std::string_view::npos;
       piece.remove_prefix(at + kPieceSpace.size())) {
    text += piece.substr(0, at);
    text += ' ';
  }
  return text.append(piece);
}

void number_words(std::vector<Token>& tokens, std::string_view text) {
  std::vector<int32_t> words = word_numbers(text);
  for (std::size_t i = tokens.size(); i-- > 0;) {
    tokens[i].word = first_word(words, tokens[i].begin, tokens[i].end);
    if (tokens[i].text == kPieceSpace && i + 1 < tokens.size()) tokens[i].word = tokens[i + 1].word;
  }
}

void mend_characters(Decoded& joined) {
  std::string text;
  std::vector<std::pair<int64_t, int64_t>> characters;  // of each byte of the joined text, where it went
  auto size = static_cast<int64_t>(joined.text.size());
  for (int64_t at = 0; at < size;) {
    int64_t from = at;
    bool valid = next_code_point(joined.text, at) >= 0;
    auto begin = static_cast<int64_t>(text.size());
    text += valid ? joined.text.substr(static_cast<std::size_t>(from), static_cast<std::size_t>(at - from))
                  : kReplacement;
    characters.resize(static_cast<std::size_t>(at), {begin, static_cast<int64_t>(text.size())});
  }
  for (Token& token : joined.tokens) {
    if (token.begin == token.end) continue;
    token.begin = characters[static_cast<std::size_t>(token.begin)].first;
    token.end = characters[static_cast<std::size_t>(token.end - 1)].second;
  }
  joined.text = std::move(text);
}

}  // namespace heed
