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

}  // namespace heed
