// Reads text files with one line for each sentence, for verbs that need no model.
#pragma once

#include <string>
#include <vector>

namespace heed::cli {

// The lines of a file, plain or gzip, without line ends (\n or \r\n); "" means standard input. Throws
// InputError with file and line for invalid UTF-8.
std::vector<std::string> read_lines(const std::string& file);

// The name of a file in messages; "standard input" for "".
std::string shown_name(const std::string& file);

}  // namespace heed::cli
