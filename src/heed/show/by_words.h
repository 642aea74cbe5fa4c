// A map of pieces as one of words: the mean over heads, and the pieces of a word put together.
#pragma once

#include <span>
#include <string_view>

#include "heed/show/attention_map.h"

namespace heed {

// The maps' mean, cell by cell. All are over the same rows and columns; there is at least one.
AttentionMap mean_of_heads(std::span<const AttentionMap> maps);

// Neighbouring pieces of one word become one row or column: the sum over the pieces of an input word, the
// mean over those of an output word, so that rows sum to what they did. What belongs to no word (white space,
// the end) stays as it is. A word's label has the bytes of the text that its pieces stand for; where the text
// does not have them, the pieces' own texts.
AttentionMap by_words(const AttentionMap& map, std::string_view input, std::string_view output);

}  // namespace heed
