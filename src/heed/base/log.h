// What the program says while it works: one line for each message on standard error, never on standard
// output, with control characters made visible. On a terminal a status line (a progress bar) may stand below
// the messages. All functions may be called from any thread.
#pragma once

#include <string>

namespace heed {

void say(const std::string& message);
void warn(const std::string& message);  // "heed: warning: …"

// True if standard error is a terminal that understands cursor movement.
bool stderr_is_terminal();

// The line that stays below all messages from here on, in place of the one before; "" = none. It is cut to
// the width of the terminal, because a line that wraps cannot be replaced. Nothing happens where standard
// error is no terminal.
void set_status(const std::string& line);

}  // namespace heed
