// From a recipe to a model on disk: the whole way, and again from where it was stopped.
#pragma once

#include <string>

#include "heed/training/judge.h"
#include "heed/training/recipe.h"

namespace heed {

struct TrainRequest {
  Recipe recipe;
  fs::path out;
  bool overwrite = false;
  bool extend = false;  // go on with a finished training: the recipe has more updates, minutes or patience
};

struct TrainReport {
  int64_t updates = 0, parameters = 0, best_update = 0;
  double seconds = 0;
  double tokens_per_second = 0;  // target tokens
  int64_t averaged = 1;          // how many validated weights the model is the mean of
  bool enough = false;           // ended by validation.patience
  bool out_of_time = false;      // ended by training.minutes
  bool stopped = false;          // by Ctrl-C: saved, to be gone on with, and no model yet
  int exit_code = 0;             // then: what a shell says of a program that this signal ended
  Judgement dev;                 // of the weights that became the model
};

// Trains, or goes on where an equal training was stopped. Progress goes to standard error.
TrainReport train(const TrainRequest& request);

}  // namespace heed
