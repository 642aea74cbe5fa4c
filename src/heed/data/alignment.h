// Reads word alignments: which word of the source became which word of the target. Each record has one line
// of links (word_links.h) that count words from 0; an empty line means that the record has no alignment.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "heed/base/word_link.h"
#include "heed/data/reader.h"

namespace heed {

// Returns the record's alignment, sorted and without duplicates; possible links count like sure ones. Throws
// InputError, with a message that begins with `where`, if the alignment is malformed or names a word that the
// record does not have.
std::vector<WordLink> aligned_words(const Record& record, const std::string& where);

// Adds the alignments from a file, plain or gzip, to the records and checks them.
std::unique_ptr<RecordReader> open_aligned(std::unique_ptr<RecordReader> records, const std::string& file);

}  // namespace heed
