#include "cli/text_file.h"

#include <unistd.h>

#include <memory>

#include "heed/data/text_file.h"

namespace heed::cli {

std::string shown_name(const std::string& file) {
  return file.empty() ? "standard input" : file;
}

std::vector<std::string> read_lines(const std::string& file) {
  auto text = file.empty() ? std::make_unique<TextFile>(::dup(STDIN_FILENO), shown_name(file))
                           : std::make_unique<TextFile>(file);
  std::vector<std::string> lines;
  for (std::string line; text->next(line);) lines.push_back(line);
  return lines;
}

}  // namespace heed::cli
