// Prepares text from outside (input, file names, values of options) for messages: on one line, without
// control characters that a terminal would obey, and shortened.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace heed {

// Replaces every control character by a visible sign: ESC by ␛, a line feed by ␊, U+0080 to U+009F by U+FFFD.
// Other bytes stay as they are, also those that are not valid UTF-8.
std::string printable(std::string_view text);

// Returns a text of at most `bytes` bytes unchanged. Of a longer text it returns the first `bytes` bytes, or
// up to three fewer so that no UTF-8 sequence is cut in two, and an ellipsis.
std::string shortened(std::string_view text, std::size_t bytes);

// Puts the text in single quotes and makes it printable. A long text is shortened.
std::string in_quotes(std::string_view text);

}  // namespace heed
