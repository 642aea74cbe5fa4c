#include "heed/text/tokeniser.h"

namespace heed {

Decoded Tokeniser::decode(std::span<const int32_t> ids) const {
  std::vector<std::string> tokens;
  for (int32_t id : ids) {
    if (!Vocabulary::is_silent(id)) tokens.push_back(vocabulary_.token(id));
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
