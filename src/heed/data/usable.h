// Which examples can be learnt from, and tested with: one rule for training and eval.
#pragma once

#include "heed/data/record.h"

namespace heed {

// Both sides have a token besides the end: a line of spaces has none.
inline bool has_both_sides(const Example& example) {
  return example.source.ids.size() > 1 && example.target.ids.size() > 1;
}

}  // namespace heed
