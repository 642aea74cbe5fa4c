// The descriptive part of an index file: the schema of the examples, the corpora, the files of stored arrays
// and the files of the task (docs/index-file.md).
#pragma once

#include <map>
#include <string>
#include <vector>

#include "heed/data/index.h"

namespace heed {

struct IndexAbout {
  Schema schema;
  std::vector<IndexedCorpus> corpora;
  std::vector<StoredArray> stored;  // without offset and shape, which belong to each example
  std::map<std::string, std::string> files;
};

std::string pack(const IndexAbout& about);
// Throws FileError, with a message that begins with `where`, if the bytes are malformed.
IndexAbout unpack_about(std::string_view bytes, const std::string& where);

}  // namespace heed
