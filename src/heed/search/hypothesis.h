// What search is asked for and what it finds.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "heed/base/attention_block.h"
#include "heed/search/options.h"

namespace heed {

// What search must know of the vocabulary.
struct SearchTokens {
  int32_t start = 0, end = 0;
  std::vector<int32_t> forbidden;  // never produced: padding, start, unknown
  int32_t unknown = 0;             // what a token outside the vocabulary, copied, is read as
};

// One source, to which the rows of a Stepper are added.
struct Sentence {
  int32_t limit = 0;            // the most tokens that its output may have
  int32_t columns = 0;          // its source tokens; what lies behind them is the padding of a batch
  uint64_t number = 0;          // names its random draws
  std::vector<int32_t> prefix;  // what its outputs begin with, without an end token
};

// The weights of one attention block: row r covers columns begin[r] … begin[r] + width − 1. Rows that had
// fewer columns than the widest one are filled with zeros.
struct AttentionRows {
  int32_t heads = 0, width = 0;
  std::vector<int32_t> begin;  // [rows]
  std::vector<float> weights;  // [rows, heads, width]
};

struct Hypothesis {
  std::vector<int32_t> tokens;  // with the end token, if it was reached
  std::vector<float> token_log_probabilities;
  double log_probability = 0;  // their sum
  // After the search's length normalisation and penalties: what hypotheses are ranked by.
  double normalised_log_probability = 0;
  bool ended = false;  // false: cut at the length limit
  std::vector<AttentionRows>
      attention;  // one for each block of the stepper, each with one row for each token
};

// The index of the block that aligns outputs with the source: the last decoder block whose columns are
// "source". The coverage penalty, alignments, attention numbers and shortlists all read this one.
std::optional<std::size_t> alignment_block(std::span<const AttentionBlock> blocks);

// Drops the columns from `columns` on: the padding of a batch, whose weights are zero.
void keep_columns(AttentionRows& attention, int32_t columns);
void keep_rows(AttentionRows& attention, std::size_t rows);

// The most tokens for a source of this length; always one more than the prefix, which is never cut.
int32_t length_limit(const SearchOptions& options, int64_t source_length, int64_t prefix_length = 0);

}  // namespace heed
