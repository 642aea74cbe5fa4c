// Encodes a text as a column of an example: the numbers of its tokens and their labels.
#pragma once

#include <memory>
#include <string>

#include "heed/data/column.h"
#include "heed/text/tokenisers.h"

namespace heed {

// Defines how one column of a task's records is cut into tokens. Columns with the same vocabulary share the
// tokeniser.
struct TokenColumn {
  std::string name;
  Axis::Side side = Axis::Side::input;
  std::shared_ptr<Tokeniser> tokeniser;
  int64_t max_length = 0;  // in tokens; longer texts are cut off

  const Vocabulary& vocabulary() const { return tokeniser->vocabulary(); }
  // Encodes a text and appends the end token, which stands behind the last byte that was not cut off.
  Column encode(const std::string& text) const;
  // The number of tokens that stand for text: all except the end token. An empty column has none.
  int64_t text_tokens(const Column& column) const;
};

std::unique_ptr<Tokeniser> make_tokeniser(const TokeniserOptions& options);

// The labels of tokens in a map, with special tokens marked.
Axis token_axis(std::vector<Token> tokens, std::span<const int32_t> ids, const std::string& column,
                Axis::Side side);

}  // namespace heed
