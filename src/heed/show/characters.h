// Labels are bytes from strangers. Here they become characters that can be drawn: invalid UTF-8 turns into
// U+FFFD, spaces and control characters into visible signs, and markup into harmless text.
#pragma once

#include <string>
#include <string_view>

namespace heed::show {

inline constexpr char32_t kReplacement = 0xFFFD;

// The code points of UTF-8 text; every byte that belongs to none becomes U+FFFD.
std::u32string decode(std::string_view bytes);
std::string encode(std::u32string_view characters);

// A label as it is drawn: ␣ for a space at its edges or beside another, ␊ for a line feed, U+FFFD for
// characters that would change the direction of the text around them or that XML forbids.
std::u32string visible(std::string_view label);

// Valid UTF-8 for element content and for attributes in either quote.
std::string escape_xml(std::string_view text);

// How many columns of a terminal a character takes: 0 (combining), 1, or 2 (Chinese, emoji).
int terminal_width(char32_t character);
int terminal_width(std::u32string_view text);

}  // namespace heed::show
