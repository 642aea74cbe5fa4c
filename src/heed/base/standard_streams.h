// Makes sure that the three standard streams are open.
#pragma once

namespace heed {

// Opens /dev/null on each of the descriptors 0, 1 and 2 with which the program was not started (`>&-`).
// Otherwise the next files that are opened would get these numbers, and output would be written into them. A
// program must call this before it opens anything else. Open descriptors stay as they are. If /dev/null
// cannot be opened, the program ends with exit code 1.
void open_missing_standard_streams();

}  // namespace heed
