// Computes scores by the length of the input, as in figure 2 of Bahdanau 2015. The length of a text is its
// number of words between white space, or of characters if the texts have no spaces, so that models with
// different tokens can be compared. The length of any other input is its number of vectors, called frames.
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
  std::string unit;  // "words", "characters" or "frames"
  std::vector<LengthGroup> groups;
};

struct InputLengths {
  std::string unit;
  std::vector<int64_t> lengths;  // the length of every input
};

// Measures the lengths of texts. The unit depends on the texts alone, so that it is the same for every model.
InputLengths text_lengths(std::span<const std::string> inputs);
InputLengths input_lengths(const Task& task, std::span<const Record> records);

// Groups the numbers of inputs by length, the shortest first: at most `groups` groups of about the same size.
// Inputs of the same length stay together.
std::vector<std::vector<std::size_t>> group_by_length(std::span<const int64_t> lengths, int64_t groups);

// Scores each group by all metrics of the task.
ByLength by_input_length(const Task& task, std::span<const Prediction> predictions,
                         std::span<const Record> records, int64_t groups);

}  // namespace heed
