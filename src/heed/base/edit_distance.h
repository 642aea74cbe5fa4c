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

// Any sequences with size() and [] whose elements compare; O(|a|·|b|) time, O(|b|) memory.
template <class A, class B>
int64_t edit_distance(const A& a, const B& b) {
  std::vector<int64_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = static_cast<int64_t>(j);
  for (std::size_t i = 0; i < a.size(); ++i) {
    int64_t diagonal = row[0];
    row[0] = static_cast<int64_t>(i) + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      int64_t substitution = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({substitution, diagonal + 1, row[j] + 1});
    }
  }
  return row[b.size()];
}

// The closest candidate, if it is close enough to be a slip of the hand: a third of the letters, at least
// two.
std::optional<std::string> nearest_name(std::string_view name, std::span<const std::string> candidates);

}  // namespace heed
