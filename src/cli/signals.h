// Signals that would end a program of Heed's without a word, or too early.
#pragma once

namespace heed::cli {

// To be called first in main.
//
// SIGPIPE is ignored, so that a training outlives the reader of its messages; what can no longer be written
// to standard output is noticed by require_written. SIGBUS while a mapped file is read means that another
// process has cut the file: one line names it, and the program ends with 1.
void set_up_signals();

// Fails if something could not be written to standard output, through stdio or through std::cout. If its
// reader is gone (`heed make dates | head`), the program ends quietly here, by SIGPIPE.
void require_written();

}  // namespace heed::cli
