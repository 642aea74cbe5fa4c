// Initialises a new model with weights of a saved one, matched by the names of the tensors. A tensor of the
// same shape is copied whole. A tensor whose rows stand for tokens (embeddings, the output layer) is copied
// token by token, so that the vocabularies may differ: known tokens get the saved rows, new ones keep their
// random initial values. What does not fit keeps its initial values, and the report says so.
#pragma once

#include <string>
#include <vector>

#include "heed/base/files.h"
#include "heed/nn/parameters.h"
#include "heed/tasks/task.h"

namespace heed {

struct TakenOver {
  // What was taken over for one tensor of the new model.
  struct Entry {
    std::string name;
    int64_t rows = 0, of = 0;  // rows taken over, of how many; a tensor without rows counts as one row
    int64_t numbers = 0;       // how many numbers were taken over
    std::vector<std::string> new_tokens;  // tokens that the saved model did not know
    std::string reason;                   // the reason why nothing was taken over, or ""
  };
  std::string model;
  std::vector<Entry> entries;
  std::vector<std::string> unused;  // tensors of the saved model that were not used
  int64_t parameters = 0;           // number of parameters of the new model

  // The report: one line for the whole model, and one for each tensor that was not taken over completely.
  std::vector<std::string> lines() const;
};

// Copies what fits from the model directory `model` into the parameters of a model of `task`. Throws
// FileError if the directory is not a complete model, and OptionError if none of its matrices fits.
TakenOver take_over(const fs::path& model, const Task& task, const Parameters& parameters);

}  // namespace heed
