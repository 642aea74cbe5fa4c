// Removes the parts of attention that exist only because an example was padded to the length of its batch.
#pragma once

#include "heed/base/attention_block.h"
#include "heed/data/column.h"
#include "heed/data/schema.h"
#include "heed/search/hypothesis.h"

namespace heed {

// Drops the rows and columns of a block that lie behind the end of the input they stand for. Columns of the
// data that are answers, or are not sequences, have no padding.
void drop_padding(const AttentionBlock& block, const Example& example, const Schema& schema,
                  AttentionRows& rows);

}  // namespace heed
