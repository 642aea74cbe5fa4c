// The shortlists of a batch. Every sentence has its own list: the tokens that are frequent everywhere, those
// that are likely for its source tokens, and those that its output must begin with. The output layer is
// multiplied once for the union of the lists. Then each row keeps the columns of its own sentence's list, in
// ascending order of tokens, and is normalised over them. The result of a row does not depend on the other
// sentences of its batch.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "heed/data/column.h"
#include "heed/data/schema.h"
#include "heed/engine/shortlist.h"
#include "heed/run/generator.h"

namespace heed::engine {

class BatchShortlist {
 public:
  // Removes all lists: tokens() is empty afterwards.
  void clear();
  // Makes the lists for the tokens of the schema's first input. If the search needs prefixes, a list also has
  // the tokens of its example's answer.
  void make(const Shortlist& shortlist, std::span<const Example* const> examples, const Schema& schema,
            const StepNeeds& needs);

  // The union of the lists in ascending order: the token of each column.
  std::span<const int32_t> tokens() const { return tokens_; }
  // Turns the logits [tokens().size()] of one row of a sentence into log-probabilities over the sentence's
  // own list, or leaves them as logits if the search needs no more. Columns outside the list become −∞.
  void keep_own(int32_t sentence, float* row);

 private:
  // Adds the tokens of one sentence's list to `named_`, unordered and possibly with duplicates.
  void add_tokens(const Shortlist& shortlist, std::span<const int32_t> source,
                  std::span<const int32_t> prefix);
  // Makes the union of all lists.
  void unite(int32_t vocabulary);
  // Adds the list of the next sentence. `named` are its tokens.
  void add_columns(std::span<const int32_t> named);

  bool log_probabilities_ = true;
  std::vector<int32_t> tokens_;
  // The following are used if the search needs log-probabilities:
  std::vector<int32_t> columns_;     // the lists of all sentences, concatenated, each ascending
  std::vector<std::size_t> begins_;  // [sentences + 1]: where each list begins in columns_
  std::vector<int32_t> named_;
  std::vector<int32_t> column_of_;  // [vocabulary]: −1 for tokens that are in no list
  std::vector<char> is_own_;        // [tokens]
  std::vector<float> own_;          // used by keep_own
  // The following is used otherwise:
  std::vector<float> outside_;  // [sentences, tokens]: 0 if the token is in the sentence's list, else −∞
};

}  // namespace heed::engine
