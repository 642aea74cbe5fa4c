// A recipe holds all options that determine a result, in one YAML file.
#pragma once

#include "heed/data/corpus.h"
#include "heed/models/saved_model.h"
#include "heed/training/options.h"

namespace heed {

struct Recipe : ModelRecipe {
  DataOptions data;
  TrainingOptions training;
  static void fields(auto& o, auto&& f) {
    ModelRecipe::fields(o, f);
    f("data", o.data, "the training and dev data");
    f("training", o.training, "how the model is trained");
  }
};

}  // namespace heed
