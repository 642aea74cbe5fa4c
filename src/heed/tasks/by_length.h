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

// Which sentences belong together, by their numbers: a function of the sources alone, so that systems are
// grouped alike.
struct LengthGroups {
  std::string unit;
  std::vector<int64_t> lengths;                   // of every source
  std::vector<std::vector<std::size_t>> members;  // shortest first
};

LengthGroups group_by_length(std::span<const std::string> sources, int64_t groups);

// At most `groups` groups of about the same number of sentences; sentences of one length stay together.
ByLength by_source_length(const Task& task, std::span<const Prediction> predictions,
                          std::span<const Record> records, int64_t groups);

}  // namespace heed
