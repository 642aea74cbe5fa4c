// Makes labels, which come from outside, safe to draw: invalid UTF-8 becomes U+FFFD, spaces and control
// characters become visible signs, and markup becomes harmless text.
#pragma once

#include <string>
#include <string_view>

namespace heed::show {

inline constexpr char32_t kReplacement = 0xFFFD;

// The code points of UTF-8 text; every invalid byte becomes U+FFFD.
std::u32string decode(std::string_view bytes);
std::string encode(std::u32string_view characters);

// A label as it is drawn: ␣ for a space at an edge or beside another space, ↵ for a line feed, and U+FFFD for
// characters that would change the direction of the text or that XML forbids.
std::u32string visible(std::string_view label);

// Escapes text for element content and for attributes in either kind of quotes. The result is valid UTF-8.
std::string escape_xml(std::string_view text);

// The number of terminal columns of a character: 0 (combining), 1, or 2 (Chinese, emoji).
int terminal_width(char32_t character);
int terminal_width(std::u32string_view text);

}  // namespace heed::show
