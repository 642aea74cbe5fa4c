// All that search sees of a model: rows go in with the row of the last call that each continues and the token
// it took, log-probabilities and attention weights come out. Decoder state, ensembles and engines stay behind
// this.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "heed/search/hypothesis.h"

namespace heed {

struct StepOut {
  std::span<const float> log_probs;  // [rows, columns]; as they came, not normalised, if so asked for
  int32_t columns = 0;
  std::span<const float>
      weights;  // [rows, heads, width]; row r looked at sources begin[r] … begin[r] + width - 1
  std::span<const int32_t> begin;  // [rows]
  int32_t heads = 0, width = 0;
  std::span<const int32_t> tokens = {};  // of each column, ascending; none = column c is token c

  int32_t token_at(int32_t column) const {
    return tokens.empty() ? column : tokens[static_cast<std::size_t>(column)];
  }
  // Below zero if it has none.
  int32_t column_of(int32_t token) const {
    if (tokens.empty()) return token < columns ? token : -1;
    auto found = std::lower_bound(tokens.begin(), tokens.end(), token);
    return found != tokens.end() && *found == token ? static_cast<int32_t>(found - tokens.begin()) : -1;
  }
};

class Stepper {
 public:
  virtual ~Stepper() = default;
  // Row r continues row parents[r] of the last call; before the first call the rows are the sentences. A row
  // that nobody continues is gone. The result is valid until the next call; a token that search was told to
  // take has a column in it.
  virtual StepOut step(std::span<const int32_t> parents, std::span<const int32_t> tokens) = 0;
  // How the sources were read, if what reads them attends: of each sentence, layer by layer, a row a token.
  virtual std::vector<std::vector<Looks>> source_looks() const { return {}; }
};

}  // namespace heed
