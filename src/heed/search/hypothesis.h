// The inputs and results of a search.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "heed/base/attention_block.h"
#include "heed/search/options.h"

namespace heed {

// What the search must know of the vocabulary.
struct SearchTokens {
  int32_t start = 0, end = 0;
  std::vector<int32_t> forbidden;  // never generated: padding, start, unknown
  int32_t unknown = 0;             // the input token for a copied token outside the vocabulary
};

// One source; the rows of a Stepper belong to sentences.
struct Sentence {
  int32_t limit = 0;            // largest number of tokens of its output
  int32_t columns = 0;          // number of its source tokens; further columns are padding of the batch
  uint64_t number = 0;          // identifies its random draws
  std::vector<int32_t> prefix;  // its outputs begin with these tokens; without end token
};

// The weights of one attention block: row r covers columns begin[r] … begin[r] + width − 1. Rows with fewer
// columns than the widest one are padded with zeros.
struct AttentionRows {
  int32_t heads = 0, width = 0;
  std::vector<int32_t> begin;  // [rows]
  std::vector<float> weights;  // [rows, heads, width]
};

struct Hypothesis {
  std::vector<int32_t> tokens;  // including the end token if it was reached
  std::vector<float> token_log_probabilities;
  double log_probability = 0;  // sum over the tokens
  // The log-probability after length normalisation and penalties. Hypotheses are ranked by it.
  double normalised_log_probability = 0;
  bool ended = false;  // false: cut at the length limit
  std::vector<AttentionRows>
      attention;  // one for each block of the stepper, each with one row for each token
};

// The index of the block that aligns outputs with an input: the last decoder block that does not attend to
// its own output. The coverage penalty, alignments, attention statistics and shortlists all use this block.
std::optional<std::size_t> alignment_block(std::span<const AttentionBlock> blocks);

// Removes the columns from `columns` on: the padding of a batch, whose weights are zero.
void keep_columns(AttentionRows& attention, int32_t columns);
// Removes the rows from `rows` on.
void keep_rows(AttentionRows& attention, std::size_t rows);

// The largest number of output tokens for a source of this length; always at least one more than the prefix,
// which is never cut.
int32_t length_limit(const SearchOptions& options, int64_t source_length, int64_t prefix_length = 0);

}  // namespace heed
