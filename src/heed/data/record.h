// From files to what a model is fed: a Record is a line of the user's data, an Example is a record in
// numbers, a Batch is several examples padded to rectangles.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "heed/text/tokeniser.h"

namespace heed {

// The columns are the task's (translation: source, target). A record knows where it came from, for messages.
struct Record {
  std::vector<std::string> columns;
  std::string file;
  int64_t line = 0;

  std::string where() const { return line > 0 ? file + ":" + std::to_string(line) : file; }
};

struct Example {
  Sequence source, target;
  int64_t line = 0;  // of its record: names what is drawn for it
};

}  // namespace heed
