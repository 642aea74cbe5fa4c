// How far a gradient reaches (Bengio 1994; Pascanu 2013): the norm of ∂ log p(y_t) / ∂ x_j by the steps that
// lie between reading x_j and writing y_t when nothing but the recurrent state carries it: S − j + t, counted
// from 1 (S source tokens, j and t from 0). Attention is a way around.
#pragma once

#include <span>
#include <vector>

#include "heed/models/model.h"
#include "heed/tasks/runnable.h"

namespace heed {

// Of examples with both sides, shortest distance first.
std::vector<GradientAt> gradient_flow(Model& model, std::span<const Example> examples);

}  // namespace heed
