// The weights that a training begins with, drawn from its seed, and how they are laid out. Whatever the
// recipe asks of a model that it does not have is refused here, before any time is spent.
#pragma once

#include "heed/training/flat.h"
#include "heed/training/recipe.h"

namespace heed {

struct FirstWeights {
  int64_t parameters = 0;
  FlatLayout layout;
  Tensor flat;  // [layout.size()]
};

FirstWeights first_weights(const Recipe& recipe, const Task& task);

// Throws the OptionError that `first_weights` would throw, without data and without memory for weights. No
// such error depends on how large a vocabulary is, so that `task` need not have learnt one.
void require_buildable(const Recipe& recipe, const Task& task);

}  // namespace heed
