#include "heed/metrics/python_text.h"
#include "heed/metrics/tokeniser.h"

namespace heed {

Tokens tokenise_char(std::string_view line) {
  Tokens tokens;
  for (char32_t point : to_utf32(line)) {
    if (!is_python_space(point)) tokens.push_back(to_utf8(std::u32string_view(&point, 1)));
  }
  return tokens;
}

Tokens tokenise_none(std::string_view line) {
  return split_at_spaces(line);
}

}  // namespace heed
