// Estimates a training before it starts: reports on the data, counts the parameters, and trains on the
// largest batch to measure its time and memory. Writes nothing to the output directory.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "heed/training/recipe.h"

namespace heed {

struct DryRun {
  std::vector<std::string> taken;  // report on the weights taken over from another model
  int64_t parameters = 0;
  bool fitted = false;               // the model is fitted without gradients, and all fields below are unset
  std::string unit;                  // the unit that losses are means over: "target tokens"
  std::vector<std::string> columns;  // the names of the columns that are sequences
  int64_t rows = 0, elements = 0;    // size of the largest update: examples, and units of the loss
  std::vector<int64_t> lengths;      // the largest length in each of these columns in the largest update
  double loss = 0, seconds = 0;      // loss and duration of that update
  int64_t state_bytes = 0;           // memory of weights, gradients, optimiser state and moving average
  int64_t peak_bytes = 0;            // peak memory of this process
  int64_t updates_per_epoch = 0, updates = 0;
  double elements_per_epoch = 0;  // units of the loss
  double minutes = 0;             // limit on the training time; 0: none
};

DryRun dry_run(const Recipe& recipe);

std::vector<std::string> dry_run_lines(const DryRun& run);

}  // namespace heed
