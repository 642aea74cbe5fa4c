#include "heed/engine/operations.h"

#include <map>

#include "heed/base/error.h"

namespace heed::engine {

Maker maker_of(const std::string& op) {
  static const std::map<std::string, Maker> makers = {{"activation", make_activation},
                                                      {"add", make_add},
                                                      {"add_positions", make_add_positions},
                                                      {"band", make_band},
                                                      {"band_begin", make_band_begin},
                                                      {"cell", make_cell},
                                                      {"centre", make_centre},
                                                      {"concat", make_concat},
                                                      {"convolve", make_convolve},
                                                      {"embedding", make_embedding},
                                                      {"fold_queries", make_fold_queries},
                                                      {"gather_band", make_gather_band},
                                                      {"gather_gaussian", make_gather_gaussian},
                                                      {"gather_mask", make_gather_mask},
                                                      {"gaussian", make_gaussian},
                                                      {"heads", make_heads},
                                                      {"keep_real", make_keep_real},
                                                      {"layer_norm", make_layer_norm},
                                                      {"lengths", make_lengths},
                                                      {"linear", make_linear},
                                                      {"linear_of_parts", make_linear_of_parts},
                                                      {"linear_of_tokens", make_linear_of_tokens},
                                                      {"log_softmax", make_log_softmax},
                                                      {"maxout", make_maxout},
                                                      {"mean_over_time", make_mean_over_time},
                                                      {"mix_copy", make_mix_copy},
                                                      {"neighbours", make_neighbours},
                                                      {"no_position", make_no_position},
                                                      {"no_weights", make_no_weights},
                                                      {"normalise", make_normalise},
                                                      {"positions", make_positions},
                                                      {"recurrent", make_recurrent},
                                                      {"scale", make_scale},
                                                      {"score_additive", make_score_additive},
                                                      {"score_dot", make_score_dot},
                                                      {"score_location", make_score_location},
                                                      {"shift", make_shift},
                                                      {"spread", make_spread},
                                                      {"unfold_queries", make_unfold_queries},
                                                      {"unit", make_unit},
                                                      {"weigh", make_weigh},
                                                      {"zero_state", make_zero_state}};
  auto found = makers.find(op);
  if (found != makers.end()) return found->second;
  throw InputError("the model's graph has an operation '" + op +
                   "' that this heed does not know; it was written by a newer one, or is damaged");
}

}  // namespace heed::engine
