// Weights that a new model takes over from a saved one, by the names of its tensors. A tensor of the same
// shape is taken over whole. One whose rows stand for tokens (embeddings, the output layer) is taken over
// token by token, so that the vocabularies may differ: a token that the saved model knew keeps its row, a new
// one keeps what was drawn. Whatever does not fit stays as it was drawn, and the report says so.
#pragma once

#include <string>
#include <vector>

#include "heed/base/files.h"
#include "heed/nn/parameters.h"
#include "heed/tasks/task.h"

namespace heed {

struct TakenOver {
  // What happened to the tensor that a model asked for.
  struct Entry {
    std::string name;
    int64_t rows = 0, of = 0;  // how many of its rows were taken over; a tensor without rows has one
    int64_t numbers = 0;       // how many of its numbers were
    std::vector<std::string> new_tokens;  // the tokens that the saved model did not know
    std::string reason;                   // why nothing was taken over; "" = something was
  };
  std::string model;
  std::vector<Entry> entries;
  std::vector<std::string> unused;  // tensors of the saved model that the new one has no use for
  int64_t parameters = 0;           // of the new model

  // The report: a line for the whole, and one for each tensor that was not taken over whole.
  std::vector<std::string> lines() const;
};

// Copies what fits from the model directory `model` into the parameters of a model of `task`. A FileError if
// the directory is no whole model, an OptionError if none of its matrices fits.
TakenOver take_over(const fs::path& model, const Task& task, const Parameters& parameters);

}  // namespace heed
