// Numbers for what can only be copied. A source token that the target's vocabulary of V tokens lacks gets the
// number V + k, where k counts the different ones of this example in the order in which they come first: the
// example's extended vocabulary (See et al. 2017, "Get to the point"). A decoder that points at the source
// can so give probability to words that no vocabulary has.
#pragma once

#include <string>
#include <vector>

#include "heed/data/record.h"

namespace heed {

// A longer token is not numbered and cannot be copied: an output may name it again and again, and its memory
// and its size would be the token's times the output's length.
inline constexpr std::size_t kLongestCopy = 1000;  // bytes

// Fills `copies`, a number a source token, and gives target tokens that are unknown but stand in the source
// their numbers there.
void number_copies(Example& example, const Vocabulary& target);

// What the numbers V, V + 1, … stand for; none if the source's tokens are gone.
std::vector<std::string> copied_texts(const Example& example, const Vocabulary& target);

}  // namespace heed
