// What a training would be, before it is begun: the data report, the model's size, and the largest batch
// trained on for real, for its time and memory. Nothing is written where the model would go.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "heed/training/recipe.h"

namespace heed {

struct DryRun {
  std::vector<std::string> taken;  // the report on what is taken over from another model
  int64_t parameters = 0;
  int64_t rows = 0, source_length = 0, target_length = 0, target_tokens = 0;  // of the largest update
  double loss = 0, seconds = 0;                                               // of that update
  int64_t state_bytes = 0;  // Memory of weights, gradients, optimiser state and average.
  int64_t peak_bytes = 0;   // the most that this process ever held
  int64_t updates_per_epoch = 0, updates = 0;
  double tokens_per_epoch = 0;  // of the target
  double minutes = 0;           // the most it may take; 0 = any
};

DryRun dry_run(const Recipe& recipe);

std::vector<std::string> dry_run_lines(const DryRun& run);

}  // namespace heed
