// Finds the row of a table for an n-gram of tokens. N-grams are hashed because there are too many to number
// them. All code that computes ngram_scores or fills its table uses this.
#pragma once

#include <cstdint>

namespace heed {

// Extends the hash of an n-gram by one more token. The hash of an empty n-gram is kNgramStart.
inline constexpr uint64_t kNgramStart = 0x9E3779B97F4A7C15;

inline uint64_t extend_ngram(uint64_t hash, int64_t token) {
  hash ^= static_cast<uint64_t>(token) + 1;
  hash *= 0xBF58476D1CE4E5B9;
  return hash ^ (hash >> 29);
}

inline int64_t ngram_row(uint64_t hash, int64_t rows) {
  return static_cast<int64_t>(hash % static_cast<uint64_t>(rows));
}

// Calls visit(position, row) for each n-gram of 1 to `order` tokens of ids[0 … length − 1], in the order in
// which they end, the shortest first. `position` is that of the last token.
template <class Ids, class Visit>
void each_ngram(const Ids& ids, int64_t length, int64_t order, int64_t rows, Visit visit) {
  for (int64_t end = 0; end < length; ++end) {
    for (int64_t size = 1; size <= order && size <= end + 1; ++size) {
      uint64_t hash = kNgramStart;
      for (int64_t i = end - size + 1; i <= end; ++i) hash = extend_ngram(hash, ids[i]);
      visit(end, ngram_row(hash, rows));
    }
  }
}

}  // namespace heed
