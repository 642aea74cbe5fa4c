// Text files a line a sentence, as verbs without a model read them.
#pragma once

#include <string>
#include <vector>

namespace heed::cli {

// The lines of a file, plain or gzip, "" for standard input, each without its end (\n or \r\n). Invalid UTF-8
// is an InputError with file and line.
std::vector<std::string> read_lines(const std::string& file);

// "standard input" for "".
std::string shown_name(const std::string& file);

}  // namespace heed::cli
