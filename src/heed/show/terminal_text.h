// A map of labels over a text in the terminal: for each label, the running text with the weight of each word.
#pragma once

#include <string>

#include "heed/show/terminal.h"

namespace heed::show {

// Each label is a line with the three words that it looks at most, and below it the text, broken into lines
// of the terminal's width. With colours the weight of a word is the colour behind it. Without, it is a shade
// on the line below. The last line is the legend. The map must be valid and must not be empty.
std::string text_to_terminal(const AttentionMap& map, const TerminalStyle& style);

}  // namespace heed::show
