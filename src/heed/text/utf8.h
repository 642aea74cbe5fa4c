// UTF-8 text from outside: finding invalid bytes, and walking through text code point by code point.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heed {

// The byte offset of the first invalid sequence, if there is one. Overlong forms, surrogates and values past
// U+10FFFF are invalid.
std::optional<int64_t> find_invalid_utf8(std::string_view text);

// Returns the text with every invalid byte replaced by U+FFFD.
std::string replace_invalid_utf8(std::string_view text);

// The bytes of each code point, in order. Each invalid byte is an element of its own. The views point into
// `text`.
std::vector<std::string_view> code_points(std::string_view text);

// Reads the code point that begins at byte `at` and moves `at` past it. Returns -1 if the bytes are invalid.
int32_t next_code_point(std::string_view text, int64_t& at);

// The largest offset that is at most `at` and not inside a code point.
int64_t code_point_start(std::string_view text, int64_t at);

// Whether Unicode counts the code point as white space.
bool is_white_space(int32_t code_point);

// For each byte, the number of the word that it belongs to, or -1 for white space. Words are separated by
// white space.
std::vector<int32_t> word_numbers(std::string_view text);

// The number of words in a text.
int64_t count_words(std::string_view text);

// The first word that the bytes [begin, end) touch, or -1 if they touch none.
int32_t first_word(const std::vector<int32_t>& numbers, int64_t begin, int64_t end);

}  // namespace heed
