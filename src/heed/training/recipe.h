// A recipe: everything that makes a result, in one YAML file.
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
    f("data", o.data, "what is learnt from");
    f("training", o.training, "how it is learnt");
  }
};

}  // namespace heed
