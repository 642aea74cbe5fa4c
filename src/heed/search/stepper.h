// The interface of a model to the search. Each row of a step continues a row of the last call with a token;
// the step returns log-probabilities and attention weights. Decoder state, ensembles and engines are hidden
// behind this interface.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "heed/base/attention_block.h"
#include "heed/search/hypothesis.h"

namespace heed {

// The weights of one attention block in one step: row r covers columns begin[r] … begin[r] + width − 1. The
// width may grow from step to step, for example if a decoder attends to its own output.
struct StepAttention {
  std::span<const float> weights;  // [rows, heads, width]
  std::span<const int32_t> begin;  // [rows]
  int32_t heads = 0, width = 0;
};

// The attention of one block over one sentence.
struct BlockAttention {
  AttentionBlock block;
  AttentionRows rows;
};

struct StepOut {
  std::span<const float> log_probs;  // [rows, columns]; unnormalised if the search allows that
  int32_t columns = 0;
  std::span<const StepAttention> attention = {};  // one for each of the stepper's step_blocks()
  std::span<const int32_t> tokens = {};  // the token of each column, ascending; empty: column c is token c

  int32_t token_at(int32_t column) const {
    return tokens.empty() ? column : tokens[static_cast<std::size_t>(column)];
  }
  // The column of a token; negative if there is none.
  int32_t column_of(int32_t token) const {
    if (tokens.empty()) return token < columns ? token : -1;
    auto found = std::lower_bound(tokens.begin(), tokens.end(), token);
    return found != tokens.end() && *found == token ? static_cast<int32_t>(found - tokens.begin()) : -1;
  }
};

class Stepper {
 public:
  virtual ~Stepper() = default;
  // Computes a step. Row r continues row parents[r] of the last call with tokens[r]; before the first call
  // the rows are the sentences. A row that nothing continues is dropped. The result is valid until the next
  // call. A token that the search forces has a column in it.
  virtual StepOut step(std::span<const int32_t> parents, std::span<const int32_t> tokens) = 0;
  // The blocks whose weights every step returns, in this order; the same for the whole run. Empty if the
  // model has no attention or was not asked for it.
  virtual std::vector<AttentionBlock> step_blocks() const { return {}; }
  // The attention inside the encoder: for each sentence a list of blocks, with one row for each token of the
  // batch's longest source. The outer list is empty if the encoder does not attend.
  virtual std::vector<std::vector<BlockAttention>> encoder_attention() const { return {}; }
};

}  // namespace heed
