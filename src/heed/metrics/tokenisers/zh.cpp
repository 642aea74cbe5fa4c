#include <algorithm>
#include <iterator>

#include "heed/metrics/python_text.h"
#include "heed/metrics/tokeniser.h"
#include "heed/metrics/tokenisers/rewrite.h"

namespace heed {
namespace {

struct Range {
  char32_t first, last;
};

// sacreBLEU means Extension B by "\u20000" … "\u2a6d6" and the Compatibility Supplement by "\u2f800" …
// "\u2fa1d", which Python reads as four hexadecimal digits and one more character: all of U+2001 – U+2A6D
// counts as Chinese, dashes, quotation marks and arrows too, and the two extensions do not. Kept, for
// numbers that are equal.
constexpr Range kChinese[] = {
    {0x2001, 0x2A6D},  // the mistake; it covers U+2600 – U+27BF, which sacreBLEU also lists
    {0x2E80, 0x2EFF},  // radicals supplement
    {0x2F00, 0x2FDF},  // Kangxi radicals
    {0x2FF0, 0x2FFF},  // ideographic description
    {0x3000, 0x303F},  // punctuation
    {0x3100, 0x312F},  // Bopomofo
    {0x31A0, 0x31BF},  // Bopomofo, extended
    {0x31C0, 0x31EF},  // strokes
    {0x3200, 0x32FF},  // enclosed letters and months
    {0x3300, 0x33FF},  // compatibility
    {0x3400, 0x4DB5},  // ideographs, Extension A
    {0x4E00, 0x9FBB},  // ideographs
    {0xF900, 0xFA2D},  // compatibility ideographs
    {0xFA30, 0xFA6A}, {0xFA70, 0xFAD9}, {0xFE10, 0xFE1F},  // vertical forms
    {0xFE30, 0xFE4F},                                      // compatibility forms
    {0xFF00, 0xFFEF},                                      // half width and full width forms
};

bool is_chinese(char32_t point) {
  return std::any_of(std::begin(kChinese), std::end(kChinese),
                     [&](const Range& range) { return range.first <= point && point <= range.last; });
}

}  // namespace

Tokens tokenise_zh(std::string_view line) {
  std::u32string text = to_utf32(line);
  auto first = std::find_if_not(text.begin(), text.end(), is_python_space);
  auto last = std::find_if_not(text.rbegin(), text.rend(), is_python_space).base();
  if (first >= last) return {};
  return split_western(to_utf8(space_out(std::u32string(first, last), is_chinese)));
}

}  // namespace heed
