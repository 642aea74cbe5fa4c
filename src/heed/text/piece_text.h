// Converts pieces of SentencePiece to text: a space is written ▁, and unknown characters may be single bytes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "heed/text/tokeniser.h"

namespace heed {

inline constexpr std::string_view kPieceSpace = "\xE2\x96\x81";  // ▁

// Replaces ▁ by spaces.
std::string spaced(std::string_view piece);

// Sets the words that the tokens belong to. A space that is a token of its own belongs to the word after it.
void number_words(std::vector<Token>& tokens, std::string_view text);

// Repairs text that was joined from bytes: invalid UTF-8 becomes U+FFFD, and the token of a byte stands for
// the whole character that contains it.
void mend_characters(Decoded& joined);

}  // namespace heed
