// The weights that a training begins with and how they are laid out: drawn from its seed and, where the
// recipe names a model to start from, taken over from that. Whatever the recipe asks of a model that it does
// not have is refused here, before any time is spent.
#pragma once

#include <optional>
#include <string>

#include "heed/models/take_over.h"
#include "heed/training/flat.h"
#include "heed/training/recipe.h"

namespace heed {

struct FirstWeights {
  int64_t parameters = 0;
  FlatLayout layout;
  Tensor flat;  // [layout.size()]
  std::optional<TakenOver> taken;
};

// `from`: the model to start from; "" = none, also where the recipe names one (a training that goes on has
// its own).
FirstWeights first_weights(const Recipe& recipe, const Task& task, const std::string& from);

// Throws the OptionError that `first_weights` would throw, without data and without memory for weights. No
// such error depends on how large a vocabulary is, so that `task` need not have learnt one.
void require_buildable(const Recipe& recipe, const Task& task);

}  // namespace heed
