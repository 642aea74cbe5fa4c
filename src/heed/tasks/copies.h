// Numbers tokens that can only be copied. A source token that is missing from the target's vocabulary of V
// tokens gets the number V + k, where k counts the different tokens of this kind in the example in order of
// first occurrence. This is the extended vocabulary of the example (See et al. 2017, "Get to the point"). A
// decoder that points at the source can thus give probability to words that no vocabulary has.
#pragma once

#include <string>
#include <vector>

#include "heed/data/column.h"
#include "heed/text/vocabulary.h"

namespace heed {

// Longer tokens are not numbered and cannot be copied: an output may repeat a token many times, which
// multiplies its size.
inline constexpr std::size_t kLongestCopy = 1000;  // bytes

// Fills `source.copies`. Unknown tokens of the target that occur in the source get their numbers there. Both
// columns must have the labels of their tokens.
void number_copies(Column& source, Column& target, const Vocabulary& vocabulary);

// The texts of the numbers V, V + 1, …; empty if the source has no labels.
std::vector<std::string> copied_texts(const Column& source, const Vocabulary& vocabulary);

}  // namespace heed
