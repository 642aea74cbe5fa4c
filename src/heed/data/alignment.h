// Which word of the source became which word of the target, as Moses writes it: "0-0 1-2", source first,
// counted from 0. Words are what white space separates in the records' first two columns, whatever the
// tokeniser. A file of alignments has a line for each record; an empty line gives none.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "heed/data/reader.h"

namespace heed {

struct AlignedWords {
  int32_t source = 0, target = 0;
  auto operator<=>(const AlignedWords&) const = default;
};

// The record's alignment, sorted, each pair once. An InputError that begins with `where` if it is malformed,
// or names a word that the record does not have.
std::vector<AlignedWords> aligned_words(const Record& record, const std::string& where);

// The same records with their alignments, checked, from a file that is plain or gzip.
std::unique_ptr<RecordReader> open_aligned(std::unique_ptr<RecordReader> records, const std::string& file);

}  // namespace heed
