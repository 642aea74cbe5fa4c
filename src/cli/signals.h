// Handles signals that would end a program of Heed silently or too early.
#pragma once

namespace heed::cli {

// Must be called first in main.
//
// SIGPIPE is ignored, so that a training continues when the reader of its messages is gone; require_written
// notices failed writes to standard output. SIGBUS while a mapped file is read means that another process has
// truncated the file: the program prints one line that names the file and exits with code 1.
void set_up_signals();

// Throws an error if writing to standard output failed, through stdio or std::cout. If its reader is gone
// (`heed make dates | head`), the program ends quietly here, by SIGPIPE.
void require_written();

}  // namespace heed::cli
