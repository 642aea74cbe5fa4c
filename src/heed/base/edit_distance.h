// The Levenshtein distance of two sequences, and suggestions for mistyped names that are based on it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heed {

// The smallest number of insertions, deletions and substitutions that turn `a` into `b`. The sequences have
// size() and [], and their elements can be compared with ==. A common prefix and suffix cost linear time; the
// rest of lengths m and n costs O(m·n) time and O(n) memory.
template <class A, class B>
int64_t edit_distance(const A& a, const B& b) {
  std::size_t begin = 0, a_end = a.size(), b_end = b.size();
  while (begin < a_end && begin < b_end && a[begin] == b[begin]) ++begin;
  while (a_end > begin && b_end > begin && a[a_end - 1] == b[b_end - 1]) --a_end, --b_end;
  std::vector<int64_t> row(b_end - begin + 1);
  for (std::size_t j = 0; j < row.size(); ++j) row[j] = static_cast<int64_t>(j);
  for (std::size_t i = begin; i < a_end; ++i) {
    int64_t diagonal = row[0];
    row[0] = static_cast<int64_t>(i - begin) + 1;
    for (std::size_t j = 0; j + 1 < row.size(); ++j) {
      int64_t substitution = diagonal + (a[i] == b[begin + j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({substitution, diagonal + 1, row[j] + 1});
    }
  }
  return row.back();
}

// The candidate with the smallest distance to `name`, if it is near enough to be meant: within a third of the
// letters, or two if that is more, but one for names of at most three letters.
std::optional<std::string> nearest_name(std::string_view name, std::span<const std::string> candidates);

}  // namespace heed
