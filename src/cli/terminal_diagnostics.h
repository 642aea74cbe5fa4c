// Prints the libraries' reports (heed/base/diagnostics.h) as lines on standard error, with control characters
// made visible. On a terminal a status line, such as a progress bar, stays below the messages. Elsewhere
// progress is a plain line every ten seconds, so that log files stay readable. Work that ends before its
// first bar or line is due shows none.
#pragma once

#include <string>

namespace heed::cli {

// Makes the process report to standard error from now on.
void install_terminal_diagnostics();

// Sets the status line, which stays below all messages; "" removes it. It is cut to the width of the
// terminal, because a wrapped line cannot be replaced. Does nothing if standard error is not a terminal. May
// be called from any thread.
void set_status(const std::string& line);

}  // namespace heed::cli
