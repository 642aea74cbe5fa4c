// One example of the user's data as text: one text for each column of the task (translation: source, target).
// A task turns it into an Example (column.h). A record knows where it came from, for messages.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace heed {

// The columns are the task's (translation: source, target). A record knows where it came from, for messages.
struct Record {
  std::vector<std::string> columns;
  std::string file;
  int64_t line = 0;
  // Links between the words of the first two columns, "0-0 1-2" (data/alignment.h); "": none were given.
  std::string alignment = {};

  std::string where() const { return line > 0 ? file + ":" + std::to_string(line) : file; }
};

}  // namespace heed
