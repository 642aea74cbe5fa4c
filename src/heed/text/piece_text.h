// The text that SentencePiece's pieces stand for: a space is written ▁, and unknown characters may be single
// bytes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "heed/text/tokeniser.h"

namespace heed {

inline constexpr std::string_view kPieceSpace = "\xE2\x96\x81";  // ▁

// A piece with its spaces as spaces.
std::string spaced(std::string_view piece);

// Words of the text that the tokens lie in. A space that is a piece of its own belongs to the word that it
// begins.
void number_words(std::vector<Token>& tokens, std::string_view text);

// Text made of bytes need not be UTF-8: what is not becomes U+FFFD, and a byte's token stands for the whole
// character that it is a part of.
void mend_characters(Decoded& joined);

}  // namespace heed
