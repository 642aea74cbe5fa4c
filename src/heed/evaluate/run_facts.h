// The facts of one run of a comparison: how it was trained and what it produced for the test data.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "heed/metrics/bootstrap.h"

namespace heed {

// The result of one validation.
struct Validation {
  double minutes = 0, loss = 0;
  double score = 0;  // the task's main metric; not a number if validation did not decode
};

// The test outputs of a run, one element for each example.
struct RunOutputs {
  std::vector<std::string> sources, texts;
  std::vector<std::vector<std::string>> references;
  std::vector<Statistics> statistics;  // what each example adds to the main metric
  std::vector<int64_t> lengths;        // lengths of the inputs; empty for texts, whose words are counted
};

// Names and values in the order in which they are shown.
using NamedNumbers = std::vector<std::pair<std::string, double>>;

// The norm of a gradient: the mean over pairs of tokens at one distance.
struct NormAt {
  double distance = 0, norm = 0;
};

struct RunFacts {
  std::string error;      // "" if the run succeeded
  std::string signature;  // the signature of the main score
  NamedNumbers numbers;
  std::vector<NormAt> gradients;  // empty unless asked for
  std::vector<Validation> curve;
  RunOutputs outputs;
};

// Returns not-a-number if the name does not occur.
double number_of(const NamedNumbers& numbers, const std::string& name);

}  // namespace heed
