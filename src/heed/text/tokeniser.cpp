#include "heed/text/tokeniser.h"

#include <stdexcept>

namespace heed {

Decoded Tokeniser::decode(std::span<const int32_t> ids, std::span<const std::string> more) const {
  auto text_of = [&](int32_t id) {
    if (id < vocabulary_.size()) return vocabulary_.token(id);
    auto behind = static_cast<std::size_t>(id - vocabulary_.size());
    if (behind >= more.size()) throw std::logic_error("there is no token " + std::to_string(id));
    return more[behind];
  };
  std::vector<std::string> tokens;
  for (int32_t id : ids) {
    if (!Vocabulary::is_silent(id)) tokens.push_back(text_of(id));
  }
  Decoded joined = join(tokens), decoded;
  auto next = joined.tokens.begin();
  int64_t at = 0;
  for (int32_t id : ids) {
    decoded.tokens.push_back(Vocabulary::is_silent(id) ? Token{vocabulary_.token(id), at, at, -1}
                                                       : std::move(*next++));
    at = decoded.tokens.back().end;
  }
  decoded.text = std::move(joined.text);
  return decoded;
}

}  // namespace heed
