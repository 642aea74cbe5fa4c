// Formats the answers of `heed run`: text, a JSON object, or an n-best list in Marian's format, with word
// alignments if asked for. docs/search.md describes all three.
#pragma once

#include <string>

#include "heed/data/record.h"
#include "heed/show/alignment.h"
#include "heed/tasks/task.h"

namespace heed::cli {

// The kind of word alignment to print.
struct Alignment {
  enum class Kind { none, soft, hard, threshold };
  Kind kind = Kind::none;
  double threshold = 0;
  Reading reading = Reading::one_to_many;  // for hard alignments
};

// Reads the value of --alignment; "" means none. Throws OptionError unless it is soft, hard or a number from
// 0 to 1.
Alignment read_alignment(const std::string& text);

// The data of an answer. An empty line has an empty prediction.
struct AnswerData {
  const Record& record;
  const Columns& columns;
  const Prediction& prediction;
  const Task& task;
};

// `given` prints the log-probability of a given answer.
enum class AnswerForm { text, given, jsonl, nbest };

// Formats one answer, including line ends.
std::string answer_of(const AnswerData& answered, AnswerForm form, const Alignment& alignment);

}  // namespace heed::cli
