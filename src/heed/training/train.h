// Trains the model of a recipe and writes it to disk, or resumes an interrupted training.
#pragma once

#include <string>

#include "heed/training/judge.h"
#include "heed/training/recipe.h"

namespace heed {

struct TrainRequest {
  Recipe recipe;
  fs::path out;
  bool overwrite = false;
  bool extend = false;  // continue a finished training: the recipe has more updates, minutes or patience
};

struct TrainReport {
  int64_t updates = 0, parameters = 0, best_update = 0;
  double seconds = 0;
  double tokens_per_second = 0;  // target tokens
  int64_t averaged = 1;          // how many kept weights the model is the mean of
  bool enough = false;           // training ended because of validation.patience
  bool out_of_time = false;      // training ended because of training.minutes
  bool stopped = false;  // stopped by a signal: the state is saved for resuming, and there is no model yet
  int exit_code = 0;     // if stopped: the exit code for this signal
  Judgement dev;         // validation of the weights that became the model
};

// Trains, or resumes the training if the directory holds an unfinished one of the same recipe. Progress goes
// to the diagnostics sink.
TrainReport train(const TrainRequest& request);

}  // namespace heed
