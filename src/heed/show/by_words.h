// Turns a map over pieces into a map over words, and averages the maps of several heads.
#pragma once

#include <span>
#include <string_view>

#include "heed/show/attention_map.h"

namespace heed {

// Returns the mean of the maps, cell by cell. All maps must have the same rows and columns, and there must be
// at least one.
AttentionMap mean_of_heads(std::span<const AttentionMap> maps);

// Joins neighbouring pieces of one word. The columns of a word are summed and its rows averaged, so that the
// sum of a row stays what it was. Labels that belong to no word (white space, the end) are kept. A joined
// label gets the bytes from the first piece's `begin` to the last piece's `end` of the text that its axis
// stands for: `input` or `output`, by the axis's side. If the text is shorter than that, the label gets the
// texts of its pieces.
AttentionMap by_words(const AttentionMap& map, std::string_view input, std::string_view output);

}  // namespace heed
