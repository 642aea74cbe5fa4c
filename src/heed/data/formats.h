// The file formats behind `open_records`, each a reader of its own.
#pragma once

#include <memory>

#include "heed/data/reader.h"
#include "heed/data/text_file.h"

namespace heed {

std::unique_ptr<RecordReader> open_parallel(std::span<const std::string> files, const Columns& columns);
std::unique_ptr<RecordReader> open_tsv(const std::string& file, const Columns& columns);
std::unique_ptr<RecordReader> open_csv(const std::string& file, const Columns& columns);
std::unique_ptr<RecordReader> open_jsonl(const std::string& file, const Columns& columns);

// A reader of one file.
class FileReader : public RecordReader {
 public:
  FileReader(const std::string& path, const Columns& columns) : file_(path), columns_(columns) {}
  std::string name() const override { return file_.path(); }
  int64_t bytes_read() const override { return file_.bytes_read(); }
  int64_t bytes() const override { return file_.bytes(); }

 protected:
  TextFile file_;
  Columns columns_;
};

// The names that a file has for its columns, as a message shows them: the first few, each in quotes.
std::string found_names(std::span<const std::string> names);

// Further references that are empty are none.
void drop_empty_references(Record& record, const Columns& columns);

}  // namespace heed
