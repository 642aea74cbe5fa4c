// Creates the initial weights of a training and their layout. They are drawn from the seed or, if the recipe
// names a model to start from, taken over from that model. Throws OptionError if the recipe asks for anything
// that the model does not have, before any time is spent.
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
  bool fitted = false;  // the model has no gradients: its weights are fitted, not trained
};

// `from` is the model to start from; "" means none, even if the recipe names one, because a resumed training
// has weights of its own.
FirstWeights first_weights(const Recipe& recipe, const Task& task, const std::string& from);

// Throws the OptionError that `first_weights` would throw, but needs neither data nor memory for the weights.
// The size of a vocabulary never matters, so `task` need not have learnt one.
void require_buildable(const Recipe& recipe, const Task& task);

}  // namespace heed
