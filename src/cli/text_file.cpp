#include "cli/text_file.h"

#include "heed/data/text_file.h"

namespace heed::cli {

std::string shown_name(const std::string& file) {
  return file.empty() ? "standard input" : file;
}

std::vector<std::string> read_lines(const std::string& file) {
  TextFile text(file.empty() ? "/dev/stdin" : file, shown_name(file));
  std::vector<std::string> lines;
  for (std::string line; text.next(line);) lines.push_back(line);
  return lines;
}

}  // namespace heed::cli
