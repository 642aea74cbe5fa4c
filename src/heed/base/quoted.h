// Text from outside (input, file names, values of options) as a message may show it: on one line, without
// characters that a terminal would obey, and not longer than a reader wants.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace heed {

// The text with every control character replaced by a visible sign: ␛ for ESC, ␊ for a line feed, U+FFFD for
// U+0080 to U+009F. Other bytes stay as they are, also those that are no UTF-8.
std::string printable(std::string_view text);

// A text of at most `bytes` bytes as it is; of a longer one as many or a few less, so that no UTF-8 sequence
// is cut in two, and an ellipsis.
std::string shortened(std::string_view text, std::size_t bytes);

// The text in single quotes, printable; of a long one the beginning and an ellipsis.
std::string in_quotes(std::string_view text);

}  // namespace heed
