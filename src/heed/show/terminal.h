// A map in the terminal: shaded cells, outputs at the left, inputs on top, wide maps in several panels.
#pragma once

#include <cstdint>
#include <string>

#include "heed/show/attention_map.h"

namespace heed {

struct TerminalStyle {
  bool colour = true;    // 256 colours as background; otherwise the blocks ░▒▓█
  int32_t columns = 80;  // of the terminal

  // For standard output: its width ($COLUMNS, the terminal, or 80), and colours unless it is no terminal,
  // $NO_COLOR is set, or $TERM is missing or "dumb".
  static TerminalStyle detect();
};

std::string to_terminal(const AttentionMap& map, const TerminalStyle& style);

}  // namespace heed
