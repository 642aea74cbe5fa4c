// The result of a task for a model's output: text, numbers and pictures.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "heed/show/attention_map.h"

namespace heed {

struct ScoredToken {
  std::string text;
  double log_probability = 0;
};

// One output, with its tokens and its attention.
struct Output {
  std::string text;
  double log_probability = 0;
  // The log-probability after length normalisation and penalties. Outputs are ranked by it.
  double normalised_log_probability = 0;
  std::vector<ScoredToken> tokens;
  std::vector<AttentionMap> maps;
};

// The best output, and the alternatives that follow it if more than one was asked for.
struct Prediction : Output {
  std::vector<Output> others;
  // attention that shows how the input was read; the same for all outputs
  std::vector<AttentionMap> source_maps;
  // The probability of every class, if the task has classes.
  std::vector<std::pair<std::string, double>> probabilities;
};

// The attention maps from an output to an input, one for each head, of the last layer that has such maps.
std::span<const AttentionMap> alignment_maps(std::span<const AttentionMap> maps);

}  // namespace heed
