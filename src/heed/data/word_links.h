// Reads links between words from lines of text: links separated by spaces, the source word first. `0-0 1-2`
// are sure links (Moses). `1?2` and `1p2`, both of which are in use, are possible links, of which annotators
// were not sure. Words are separated by white space, whatever the tokeniser. An empty line has no links.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "heed/base/word_link.h"
#include "heed/data/record.h"

namespace heed {

// `first` is the number of a text's first word: 0 as in Moses, or 1. Throws InputError, with a message that
// begins with `where`, if the line is malformed.
GoldLinks parse_links(std::string_view line, int64_t first, const std::string& where);

// Throws InputError if a link names a word that the record's first two columns do not have. `first` is as in
// parse_links; `hint` ends the message.
void require_words(std::span<const WordLink> links, const Record& record, int64_t first,
                   const std::string& where, const std::string& hint = "");

// Reads a file of such lines, plain or gzip.
std::vector<GoldLinks> read_gold_links(const std::string& file, int64_t first = 0);

}  // namespace heed
