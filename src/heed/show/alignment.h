// From attention to words: the mean over heads, the pieces of a word put together, and which source word each
// target word came from, in the formats that others read (Moses, Marian).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "heed/show/attention_map.h"

namespace heed {

// The maps' mean, cell by cell. All are over the same rows and columns; there is at least one.
AttentionMap mean_of_heads(std::span<const AttentionMap> maps);

// Neighbouring pieces of one word become one row or column: the sum over the pieces of an input word, the
// mean over those of an output word, so that rows sum to what they did. What belongs to no word (white space,
// the end) stays as it is. A word's label has the bytes of the text that its pieces stand for; where the text
// does not have them, the pieces' own texts.
AttentionMap by_words(const AttentionMap& map, std::string_view input, std::string_view output);

// Word `source` of the input and word `target` of the output, counted from 0.
struct WordLink {
  int32_t source = 0, target = 0;
  auto operator<=>(const WordLink&) const = default;
};

// Of a map by words. For each target word the source word with the most weight, the first of equal ones.
std::vector<WordLink> hard_alignment(const AttentionMap& words);
// Every pair of words with a weight above the threshold.
std::vector<WordLink> links_above(const AttentionMap& words, double threshold);
// The weights of words and ends alone: a row for each target word and the end, in it a weight for each source
// word and the end.
std::vector<std::vector<float>> soft_alignment(const AttentionMap& words);

// "0-0 1-2": source first, in the order of sources (Moses, fast_align, Marian).
std::string to_moses(std::span<const WordLink> links);
// Rows with spaces between them, weights with commas (Marian).
std::string to_soft(std::span<const std::vector<float>> rows);

}  // namespace heed
