// Counts n-grams of a sentence, and those that two sentences have in common. A symbol is a character or the
// number of a word (`WordNumbers`).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace heed {

struct NgramCount {
  std::u32string_view ngram;  // points into the sentence
  int64_t count;
};

// Sorted by n-gram, without duplicates.
using NgramCounts = std::vector<NgramCount>;

// The counts refer to the sentence, which must stay in place.
NgramCounts count_ngrams(std::u32string_view sentence, std::size_t order);

int64_t total(const NgramCounts& counts);
// Σ min over the n-grams of both.
int64_t common(const NgramCounts& a, const NgramCounts& b);
// Every n-gram of either, with the larger of its two counts.
NgramCounts most_of(const NgramCounts& a, const NgramCounts& b);

// Gives equal words equal numbers.
class WordNumbers {
 public:
  std::u32string of(std::span<const std::string> words);

 private:
  std::unordered_map<std::string, char32_t> numbers_;
};

}  // namespace heed
