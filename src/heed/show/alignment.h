// Which source word each target word came from, read off a map by words (by_words.h), in the formats that
// others read (Moses, Marian).
#pragma once

#include <span>
#include <string>
#include <vector>

#include "heed/base/word_link.h"
#include "heed/show/attention_map.h"

namespace heed {

// How weights become links. one_to_many: each target word takes the source word it gave most weight, so that
// one source word may have many targets. many_to_one: each source word takes the target word that gave it
// most. Of equal ones the first is taken. one_to_one: the pairs with the largest sum of weights, every word
// in one pair at most (assignment.h).
enum class Reading { one_to_many, many_to_one, one_to_one };

// "one-to-many", "many-to-one", "one-to-one", in flags and signatures.
std::vector<std::string> reading_names();
std::string name_of(Reading reading);
// The reading of one of these names.
Reading reading_of(const std::string& name);

// Pairs without any weight are never linked: a word that nothing looked at stays alone. Links are sorted.
std::vector<WordLink> hard_alignment(const AttentionMap& words, Reading reading = Reading::one_to_many);
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
