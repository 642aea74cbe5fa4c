// Scores by the length of the source: the figure that attention was invented for (Bahdanau 2015, figure 2).
// Lengths are words between white space, or characters where the sources have no spaces, so that models that
// cut text into different tokens can be compared.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "heed/tasks/task.h"

namespace heed {

struct LengthGroup {
  int64_t shortest = 0, longest = 0, sentences = 0;
  std::vector<Score> scores;
};

struct ByLength {
  std::string unit;  // "words" or "characters"
  std::vector<LengthGroup> groups;
};

// At most `groups` groups of about the same number of sentences; sentences of one length stay together.
ByLength by_source_length(const Task& task, std::span<const Prediction> predictions,
                          std::span<const Record> records, int64_t groups);

}  // namespace heed
