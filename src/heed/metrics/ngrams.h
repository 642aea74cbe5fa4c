// How often each run of n symbols occurs in a sentence, and how often two sentences have it in common. A
// symbol is a character or the number of a word (`WordNumbers`).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace heed {

struct NgramCount {
  std::u32string_view ngram;  // into the sentence
  int64_t count;
};

// Sorted by n-gram, each once.
using NgramCounts = std::vector<NgramCount>;

// Valid while the sentence's symbols live where they are.
NgramCounts count_ngrams(std::u32string_view sentence, std::size_t order);

int64_t total(const NgramCounts& counts);
// Σ min over the n-grams of both.
int64_t common(const NgramCounts& a, const NgramCounts& b);
// Every n-gram of either, as often as it occurs in the one that has it most often.
NgramCounts most_of(const NgramCounts& a, const NgramCounts& b);

// Gives equal words equal numbers.
class WordNumbers {
 public:
  std::u32string of(std::span<const std::string> words);

 private:
  std::unordered_map<std::string, char32_t> numbers_;
};

}  // namespace heed
