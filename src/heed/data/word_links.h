// Which word belongs to which, as lines of text: links with spaces between them, source first. `0-0 1-2` are
// sure (Moses); possible ones, of which annotators were not sure, are `1?2` or `1p2`, both of which are in
// use. Words are what white space separates, whatever the tokeniser. An empty line has no links.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "heed/base/word_link.h"
#include "heed/data/record.h"

namespace heed {

// `first` is the number of a text's first word: 0 as in Moses, or 1. An InputError that begins with `where`
// for what is no link.
GoldLinks parse_links(std::string_view line, int64_t first, const std::string& where);

// An InputError if a link names a word that the record's first two columns do not have. `first` as in the
// line that the links were read from; `hint` ends the message.
void require_words(std::span<const WordLink> links, const Record& record, int64_t first,
                   const std::string& where, const std::string& hint = "");

// A file of such lines, plain or gzip.
std::vector<GoldLinks> read_gold_links(const std::string& file, int64_t first = 0);

}  // namespace heed
