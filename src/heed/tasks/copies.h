// Numbers for what can only be copied. A source token that the target's vocabulary of V tokens lacks gets the
// number V + k, where k counts the different ones of this example in the order in which they come first: the
// example's extended vocabulary (See et al. 2017, "Get to the point"). A decoder that points at the source
// can so give probability to words that no vocabulary has.
#pragma once

#include <string>
#include <vector>

#include "heed/data/record.h"

namespace heed {

// Fills `copies`, a number a source token, and gives target tokens that are unknown but stand in the source
// their numbers there.
void number_copies(Example& example, const Vocabulary& target);

// What the numbers V, V + 1, … stand for; none if the source's tokens are gone.
std::vector<std::string> copied_texts(const Example& example, const Vocabulary& target);

}  // namespace heed
