// Every operation of ops/ for the engine, by the name that it has in a graph.
#pragma once

#include <string>

#include "heed/engine/builder.h"

namespace heed::engine {

using Maker = Instruction (*)(Making& making);

// An InputError that says what to do if there is no such operation.
Maker maker_of(const std::string& op);

// operations/pointwise.cpp
Instruction make_embedding(Making& making);
Instruction make_activation(Making& making);
Instruction make_add(Making& making);
Instruction make_scale(Making& making);
Instruction make_unit(Making& making);
Instruction make_layer_norm(Making& making);
Instruction make_mean_over_time(Making& making);
Instruction make_keep_real(Making& making);
Instruction make_neighbours(Making& making);
Instruction make_add_positions(Making& making);
Instruction make_maxout(Making& making);
Instruction make_concat(Making& making);
Instruction make_heads(Making& making);
Instruction make_zero_state(Making& making);
// operations/products.cpp
Instruction make_linear(Making& making);
Instruction make_linear_of_parts(Making& making);   // of early_values.h
Instruction make_linear_of_tokens(Making& making);  // of early_values.h
Instruction make_cell(Making& making);
Instruction make_recurrent(Making& making);
// operations/attention.cpp
Instruction make_score_additive(Making& making);
Instruction make_score_dot(Making& making);
Instruction make_score_location(Making& making);
Instruction make_convolve(Making& making);
Instruction make_weigh(Making& making);
// operations/normalise.cpp
Instruction make_normalise(Making& making);
// operations/windows.cpp
Instruction make_positions(Making& making);
Instruction make_shift(Making& making);
Instruction make_lengths(Making& making);
Instruction make_centre(Making& making);
Instruction make_band(Making& making);
Instruction make_gaussian(Making& making);
Instruction make_no_weights(Making& making);
Instruction make_no_position(Making& making);
// operations/narrow_windows.cpp
Instruction make_band_begin(Making& making);
Instruction make_gather_band(Making& making);
Instruction make_gather_mask(Making& making);
Instruction make_gather_gaussian(Making& making);
Instruction make_fold_queries(Making& making);
Instruction make_unfold_queries(Making& making);
Instruction make_spread(Making& making);
// operations/output.cpp
Instruction make_log_softmax(Making& making);
Instruction make_mix_copy(Making& making);

}  // namespace heed::engine
