// Measures how far gradients reach (Bengio 1994; Pascanu 2013): the norm of ∂ log p(y_t) / ∂ x_j by the
// number of recurrent steps between reading x_j and writing y_t. Attention is a shorter path.
#pragma once

#include <span>
#include <vector>

#include "heed/models/model.h"
#include "heed/run/runnable.h"

namespace heed {

// The mean norms for examples with all columns, shortest distance first. `input` is the index of the input
// column in the schema.
std::vector<GradientAt> gradient_flow(Model& model, std::span<const Example> examples, const Schema& schema,
                                      std::size_t input);

// The norms of the gradients of each element of `log_probs` [B,T] by each vector of x [B,S,E]: [B,T,S].
// `log_probs` must have been computed from x.
std::vector<float> norms_of(const Tensor& log_probs, const Tensor& x);

}  // namespace heed
