// Word alignments read off a map by words (by_words.h), in the formats that others read (Moses, Marian).
#pragma once

#include <span>
#include <string>
#include <vector>

#include "heed/base/word_link.h"
#include "heed/show/attention_map.h"

namespace heed {

// How weights become links. one_to_many: each target word is linked to the source word with the largest
// weight, so that a source word may have many targets. many_to_one: each source word is linked to the target
// word that gave it the largest weight. Of equal weights the first is taken. one_to_one: the pairs with the
// largest sum of weights, in which every word occurs at most once (assignment.h).
enum class Reading { one_to_many, many_to_one, one_to_one };

// The names of the readings in flags and signatures: "one-to-many", "many-to-one", "one-to-one".
std::vector<std::string> reading_names();
std::string name_of(Reading reading);
// The reading with this name.
Reading reading_of(const std::string& name);

// Reads links off a map. Pairs without weight are never linked, so some words may have no link. Links are
// sorted.
std::vector<WordLink> hard_alignment(const AttentionMap& words, Reading reading = Reading::one_to_many);
// Every pair of words with a weight above the threshold.
std::vector<WordLink> links_above(const AttentionMap& words, double threshold);
// The weights of words and ends alone: one row for each target word and the end, with one weight for each
// source word and the end.
std::vector<std::vector<float>> soft_alignment(const AttentionMap& words);

// "0-0 1-2": source first, in the order of sources (Moses, fast_align, Marian).
std::string to_moses(std::span<const WordLink> links);
// Rows separated by spaces, weights by commas (Marian).
std::string to_soft(std::span<const std::vector<float>> rows);

}  // namespace heed
