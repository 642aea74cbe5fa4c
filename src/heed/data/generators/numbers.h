// Numbers in words and the same numbers in digits, several in a line:
//
//   "three hundred and five , ninety , seven thousand and one" → "3 0 5 , 9 0 , 7 0 0 1"
//
// Numbers are 0 to 999,999 in British English ("and" before what is below a hundred) without hyphens. A
// source has exactly the words that were drawn for it, commas counted: each number's words are drawn, evenly,
// from what the rest of the line leaves. What is held out are sources.
#pragma once

#include "heed/data/generators/made.h"

namespace heed {

struct NumbersOptions : LengthsOptions {
  static constexpr const char* kType = "numbers";
  std::unique_ptr<RecordReader> open(Split split) const;
};

// 0 to 999,999.
std::string in_words(int64_t number);

}  // namespace heed
