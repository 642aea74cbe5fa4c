#include "heed/metrics/ngrams.h"

#include <algorithm>

namespace heed {
namespace {

// Walks two sorted tables in parallel: visit(n-gram, count in a, count in b).
template <class Visit>
void merge(const NgramCounts& a, const NgramCounts& b, Visit visit) {
  auto i = a.begin(), j = b.begin();
  while (i != a.end() || j != b.end()) {
    int order = i == a.end() ? 1 : j == b.end() ? -1 : i->ngram.compare(j->ngram);
    visit(order <= 0 ? i->ngram : j->ngram, order <= 0 ? i->count : 0, order >= 0 ? j->count : 0);
    if (order <= 0) ++i;
    if (order >= 0) ++j;
  }
}

}  // namespace

NgramCounts count_ngrams(std::u32string_view sentence, std::size_t order) {
  std::vector<std::u32string_view> all;
  for (std::size_t i = 0; i + order <= sentence.size(); ++i) all.push_back(sentence.substr(i, order));
  std::sort(all.begin(), all.end());
  NgramCounts counts;
  for (std::u32string_view ngram : all) {
    if (counts.empty() || counts.back().ngram != ngram) counts.push_back({ngram, 0});
    ++counts.back().count;
  }
  return counts;
}

int64_t total(const NgramCounts& counts) {
  int64_t sum = 0;
  for (const NgramCount& entry : counts) sum += entry.count;
  return sum;
}

int64_t common(const NgramCounts& a, const NgramCounts& b) {
  int64_t sum = 0;
  merge(a, b, [&](std::u32string_view, int64_t in_a, int64_t in_b) { sum += std::min(in_a, in_b); });
  return sum;
}

NgramCounts most_of(const NgramCounts& a, const NgramCounts& b) {
  NgramCounts most;
  merge(a, b, [&](std::u32string_view ngram, int64_t in_a, int64_t in_b) {
    most.push_back({ngram, std::max(in_a, in_b)});
  });
  return most;
}

std::u32string WordNumbers::of(std::span<const std::string> words) {
  std::u32string sentence;
  for (const std::string& word : words) {
    sentence += numbers_.try_emplace(word, static_cast<char32_t>(numbers_.size())).first->second;
  }
  return sentence;
}

}  // namespace heed
