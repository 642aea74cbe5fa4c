// Numbers in words and the same numbers in digits, several on each line:
//
//   "three hundred and five , ninety , seven thousand and one" → "3 0 5 , 9 0 , 7 0 0 1"
//
// Numbers are 0 to 999,999 in British English ("and" before a part below a hundred), without hyphens. A
// source has exactly as many words as were drawn for it, commas included: the words of each number are drawn
// evenly from what the rest of the line leaves. Dev is held out by source.
#pragma once

#include "heed/data/generators/generator.h"

namespace heed {

struct NumbersOptions : LengthsOptions {
  static constexpr const char* kType = "numbers";
  std::unique_ptr<RecordReader> open(Split split) const;
};

// Writes a number from 0 to 999,999 in words.
std::string in_words(int64_t number);

}  // namespace heed
