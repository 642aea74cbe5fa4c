// Levenshtein distance: the fewest insertions, deletions and substitutions that turn one sequence into the
// other; and, on top of it, the known name that a mistyped one was meant to be.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heed {

// Any sequences with size() and [] whose elements compare; O(|a|·|b|) time, O(|b|) memory, of what is left
// when the ends that they share are taken off.
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

// The closest candidate, if it is close enough to be a slip of the hand: a third of the letters, at least
// two, or one of three letters.
std::optional<std::string> nearest_name(std::string_view name, std::span<const std::string> candidates);

}  // namespace heed
