// From files to what a model is fed: a Record is a line of the user's data, an Example is a record in
// numbers, a Batch is several examples padded to rectangles.
#pragma once

#include <compare>
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
  // Links of the first two columns' words (data/alignment.h), "0-0 1-2"; "" = none given.
  std::string alignment = {};

  std::string where() const { return line > 0 ? file + ":" + std::to_string(line) : file; }
};

// Token `source` of the source says what token `target` of the target says; both count from 0.
struct TokenLink {
  int32_t source = 0, target = 0;
  auto operator<=>(const TokenLink&) const = default;
};

struct Example {
  Sequence source, target;
  // A number a source token: what it is in the target's extended vocabulary. Empty unless the task copies.
  std::vector<int32_t> copies = {};
  std::vector<TokenLink> links = {};  // sorted, each once; empty = no alignment given
  int64_t line = 0;                   // of its record: names what is drawn for it
};

}  // namespace heed
