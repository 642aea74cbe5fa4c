// Word alignments made by people, to hold a model's against: a line a sentence, links with spaces between
// them, source first. `0-0 1-2` are sure; possible ones, of which annotators were not sure, are `1?2` or
// `1p2`, both of which are in use. An empty line is a sentence without links. Plain or gzip, as any text.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "heed/base/word_link.h"

namespace heed {

// `first` is the number of a text's first word: 0 as in Moses, or 1. An InputError with file and line for
// what is no link.
std::vector<GoldLinks> read_gold_links(const std::string& file, int64_t first = 0);

}  // namespace heed
