// Text functions with the rules of Python's `str`: what white space is, and how a line is stripped, split and
// lowered. The rules of sacreBLEU use these, so equal scores need them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heed {

// `str.isspace`: the 29 code points of the bidirectional types WS, B and S and the category Zs.
bool is_python_space(char32_t point);

std::u32string to_utf32(std::string_view text);  // invalid bytes become U+FFFD
std::string to_utf8(std::u32string_view text);

std::string_view right_stripped(std::string_view text);              // `str.rstrip()`
std::vector<std::string> split_at_spaces(std::string_view text);     // `str.split()`
std::vector<std::string> split_at_spaces(std::u32string_view text);  // in UTF-8
// `str.lower()`: Unicode's full mapping, with the final sigma.
std::string lowercase(std::string_view text);

}  // namespace heed
