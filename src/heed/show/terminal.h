// Draws a map in the terminal. A matrix has its rows at the left and its columns on top; one that is wider
// than the terminal is drawn as several panels. A map of labels over a text is drawn as coloured text.
#pragma once

#include <cstdint>
#include <string>

#include "heed/show/attention_map.h"

namespace heed {

struct TerminalStyle {
  bool colour = true;    // true: 256 colours behind the cells; false: the blocks ░▒▓█
  int32_t columns = 80;  // the width of the terminal

  // Returns the style for standard output. The width is that of $COLUMNS, of the terminal, or 80. Colours are
  // used unless standard output is no terminal, $NO_COLOR is set, or $TERM is missing or "dumb".
  static TerminalStyle detect();
};

// Returns lines that end in a line feed. Throws an InputError for an invalid map.
std::string to_terminal(const AttentionMap& map, const TerminalStyle& style);

}  // namespace heed
