// What the tests of the built-in sets share.
#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "heed/data/generators/generator.h"

namespace heed {

using Texts = std::vector<std::string>;

inline Texts words_of(const std::string& text) {
  std::istringstream stream(text);
  Texts words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

template <class Set>
std::vector<Record> generated(Set set, Split split, int64_t lines) {
  set.lines = set.dev_lines = lines;
  return read_all(*set.open(split));
}

}  // namespace heed
