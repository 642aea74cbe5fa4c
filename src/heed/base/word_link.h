// Links between the words of two texts (word alignment), found by attention or annotated by people.
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

namespace heed {

// Links word `source` of the input with word `target` of the output. Words are counted from 0 and separated
// by white space.
struct WordLink {
  int32_t source = 0, target = 0;
  auto operator<=>(const WordLink&) const = default;
};

// The links that annotators made in one pair of texts (Och & Ney 2003): those that they are sure of, and all
// possible ones, which include the sure ones. Both lists are sorted and have no duplicates.
struct GoldLinks {
  std::vector<WordLink> sure, possible;
  bool operator==(const GoldLinks&) const = default;
};

}  // namespace heed
