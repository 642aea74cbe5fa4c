// The standard streams as a program may rely on them.
#pragma once

namespace heed {

// Opens /dev/null on each of the descriptors 0, 1 and 2 that the program was started without (`>&-`).
// Otherwise the next files that are opened would get these numbers, and answers, warnings and progress would
// be written into them. Must be called before anything else is opened; descriptors that are open stay as they
// are.
void open_missing_standard_streams();

}  // namespace heed
