// Which word of one text belongs to which word of the other, found by attention or made by people.
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

namespace heed {

// Word `source` of the input and word `target` of the output, counted from 0; words are what white space
// separates.
struct WordLink {
  int32_t source = 0, target = 0;
  auto operator<=>(const WordLink&) const = default;
};

// What people linked in one pair of texts (Och & Ney 2003): links that they are sure of, and all that may be,
// the sure ones among them. Both are sorted and have nothing twice.
struct GoldLinks {
  std::vector<WordLink> sure, possible;
  bool operator==(const GoldLinks&) const = default;
};

}  // namespace heed
