// Which word of the source became which word of the target: a line of links (word_links.h) beside each
// record, words counted from 0. A file of alignments has a line for each record; an empty line gives none.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "heed/base/word_link.h"
#include "heed/data/reader.h"

namespace heed {

// The record's alignment, sorted, each pair once; possible links count as any. An InputError that begins with
// `where` if it is malformed, or names a word that the record does not have.
std::vector<WordLink> aligned_words(const Record& record, const std::string& where);

// The same records with their alignments, checked, from a file that is plain or gzip.
std::unique_ptr<RecordReader> open_aligned(std::unique_ptr<RecordReader> records, const std::string& file);

}  // namespace heed
