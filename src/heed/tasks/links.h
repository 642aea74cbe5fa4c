// Turns an alignment of words into links of tokens: every token of a target word is linked to every token of
// the source words that it is aligned to, and the end token to the end token. Tokens that were cut off and
// white space have no links.
#pragma once

#include <vector>

#include "heed/data/column.h"
#include "heed/data/record.h"

namespace heed {

// The links are sorted by source. The result is empty if the record has no alignment or the target is empty.
// Both columns must have the labels of their tokens. Throws InputError if the alignment links words that the
// record does not have.
std::vector<ElementLink> token_links(const Record& record, const Column& source, const Column& target);

}  // namespace heed
