// UTF-8 as it comes from strangers: checked, and walked a code point at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heed {

// The byte offset of the first invalid sequence, if any (overlong forms, surrogates and values past U+10FFFF
// count).
std::optional<int64_t> find_invalid_utf8(std::string_view text);

// The text with every invalid byte replaced by U+FFFD.
std::string replace_invalid_utf8(std::string_view text);

// The bytes of each code point, in order; invalid bytes stand alone.
std::vector<std::string_view> code_points(std::string_view text);

// The code point that begins at byte `at`, which moves behind it; -1 where the bytes are invalid.
int32_t next_code_point(std::string_view text, int64_t& at);

// The largest offset up to `at` that is not inside a code point.
int64_t code_point_start(std::string_view text, int64_t at);

// Unicode's white space.
bool is_space(int32_t code_point);

// For each byte the number of the word that it is part of, words being what white space separates; -1 for
// white space.
std::vector<int32_t> word_numbers(std::string_view text);

// How many words a text has.
int64_t count_words(std::string_view text);

// The first word that bytes begin … end touch; -1 if they touch none.
int32_t first_word(const std::vector<int32_t>& numbers, int64_t begin, int64_t end);

}  // namespace heed
