// A given alignment of words as links of tokens: every token of a target word with every token of the source
// words that it is aligned to, and the end with the end. Tokens that were cut off have none, nor has white
// space.
#pragma once

#include <vector>

#include "heed/data/record.h"

namespace heed {

// Sorted; none if the record has no alignment or no target. An InputError if the alignment is not one of it.
std::vector<TokenLink> token_links(const Record& record, const Example& example);

}  // namespace heed
