// What the program says while it works: one line a message on standard error, never on standard output,
// with control characters made visible.
#pragma once

#include <string>

namespace heed {

void say(const std::string& message);
void warn(const std::string& message);  // "heed: warning: …"

// True if standard error is a terminal that understands cursor movement.
bool stderr_is_terminal();

}  // namespace heed
