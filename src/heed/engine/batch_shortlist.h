// The shortlists of a batch. Every sentence has its own: the tokens that are frequent everywhere, those that
// its source tokens bring, and those that its output must begin with. The output layer is multiplied once for
// the union of the lists; then each row keeps the columns of its own sentence and is normalised over them
// alone, in ascending order of tokens. What a row gets does not depend on the other sentences of its batch.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "heed/data/batch.h"
#include "heed/engine/shortlist.h"
#include "heed/tasks/search_predictor.h"

namespace heed::engine {

class BatchShortlist {
 public:
  // After this there is none: tokens() is empty.
  void clear();
  // `vocabulary` is the number of target tokens. Where search needs prefixes, the tokens of an example's
  // target are in its list.
  void make(const Shortlist& shortlist, std::span<const Example* const> examples, int32_t vocabulary,
            const StepNeeds& needs);

  // The union of the lists, ascending: one token for each column.
  std::span<const int32_t> tokens() const { return tokens_; }
  // Turns the logits [tokens().size()] of one row of a sentence into log-probabilities over the sentence's
  // own list, or leaves them logits if search needs no more; columns outside the list become −∞.
  void keep_own(int32_t sentence, float* row);

 private:
  // Adds the tokens of one sentence's list to `named_`, in any order, some of them several times.
  void add_tokens(const Shortlist& shortlist, const Example& example, bool prefix);
  // Makes the union of all that is named.
  void unite(int32_t vocabulary);
  // Adds the list of the next sentence, of which the tokens are named.
  void add_columns(std::span<const int32_t> named);

  bool log_probabilities_ = true;
  std::vector<int32_t> tokens_;
  // With log-probabilities:
  std::vector<int32_t> columns_;     // the lists of all sentences, one after the other, each ascending
  std::vector<std::size_t> begins_;  // [sentences + 1]: where each list begins in columns_
  std::vector<int32_t> named_;
  std::vector<int32_t> column_of_;  // [vocabulary]: −1 = in no list
  std::vector<char> is_own_;        // [tokens]
  std::vector<float> own_;          // used by keep_own
  // Without them:
  std::vector<float> outside_;  // [sentences, tokens]: 0 where a sentence's list has the token, else −∞
};

}  // namespace heed::engine
