#include <unicode/uchar.h>

#include "heed/metrics/python_text.h"
#include "heed/metrics/tokeniser.h"
#include "heed/metrics/tokenisers/rewrite.h"

namespace heed {
namespace {

bool is_number(char32_t point) {
  return (U_GET_GC_MASK(static_cast<UChar32>(point)) & U_GC_N_MASK) != 0;
}

bool not_number(char32_t point) {
  return !is_number(point);
}

bool is_punctuation(char32_t point) {
  return (U_GET_GC_MASK(static_cast<UChar32>(point)) & U_GC_P_MASK) != 0;
}

bool is_symbol(char32_t point) {
  return (U_GET_GC_MASK(static_cast<UChar32>(point)) & U_GC_S_MASK) != 0;
}

}  // namespace

// There is no character before the first or after the last: "1999." at the end of a line stays one token.
Tokens tokenise_intl(std::string_view line) {
  std::u32string text = space_out_second(to_utf32(line), not_number, is_punctuation);
  text = space_out_first(text, is_punctuation, not_number);
  return split_at_spaces(space_out(text, is_symbol));
}

}  // namespace heed
