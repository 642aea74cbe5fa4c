// How `heed run` answers a line: as text, as a JSON object, or as an n-best list in Marian's format; with the
// alignment of words where it is asked for. docs/search.md describes all three.
#pragma once

#include <string>

#include "heed/data/record.h"
#include "heed/show/alignment.h"
#include "heed/tasks/task.h"

namespace heed::cli {

// Which words belong together.
struct Alignment {
  enum class Kind { none, soft, hard, threshold };
  Kind kind = Kind::none;
  double threshold = 0;
  Reading reading = Reading::one_to_many;  // of hard ones
};

// "" is none; an OptionError unless it is soft, hard or a number from 0 to 1.
Alignment read_alignment(const std::string& text);

// One answer, with its line ends. `record` is the line that was asked; an empty line has an empty prediction.
// Where the output was given, text answers with its log-probability.
std::string text_answer(const Record& record, const Prediction& prediction, const Alignment& alignment);
std::string given_answer(const Record& record, const Prediction& prediction, const Alignment& alignment);
std::string jsonl_answer(const Record& record, const Prediction& prediction, const Alignment& alignment);
std::string nbest_answer(const Record& record, const Prediction& prediction, const Alignment& alignment);

}  // namespace heed::cli
