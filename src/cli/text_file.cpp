#include "cli/text_file.h"

#include <algorithm>
#include <cstdio>

#include "heed/base/error.h"
#include "heed/base/files.h"
#include "heed/text/utf8.h"

namespace heed::cli {
namespace {

std::string all_of_standard_input() {
  std::string bytes;
  char buffer[1 << 16];
  for (std::size_t n; (n = std::fread(buffer, 1, sizeof buffer, stdin)) > 0;) bytes.append(buffer, n);
  if (std::ferror(stdin) != 0) throw FileError("cannot read standard input; is it a directory?");
  return bytes;
}

}  // namespace

std::string shown_name(const std::string& file) {
  return file.empty() ? "standard input" : file;
}

std::vector<std::string> read_lines(const std::string& file) {
  std::string bytes = file.empty() ? all_of_standard_input() : read_file(file);
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < bytes.size();) {
    std::size_t end = std::min(bytes.find('\n', at), bytes.size());
    std::size_t length = end - at;
    if (length > 0 && bytes[end - 1] == '\r') --length;
    lines.push_back(bytes.substr(at, length));
    if (auto byte = find_invalid_utf8(lines.back())) {
      throw InputError(shown_name(file) + ":" + std::to_string(lines.size()) +
                       ": expected UTF-8, found an invalid byte at position " + std::to_string(*byte + 1) +
                       " of the line; convert the file (iconv -t UTF-8)");
    }
    at = end + 1;
  }
  return lines;
}

}  // namespace heed::cli
