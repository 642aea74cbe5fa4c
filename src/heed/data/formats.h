// The readers of the file formats that `open_records` supports.
#pragma once

#include <memory>

#include "heed/data/reader.h"
#include "heed/data/text_file.h"

namespace heed {

std::unique_ptr<RecordReader> open_parallel(std::span<const std::string> files, const Columns& columns);
std::unique_ptr<RecordReader> open_tsv(std::unique_ptr<TextFile> file, const Columns& columns);
std::unique_ptr<RecordReader> open_csv(std::unique_ptr<TextFile> file, const Columns& columns);
std::unique_ptr<RecordReader> open_jsonl(std::unique_ptr<TextFile> file, const Columns& columns);
// Reads sentences with one token and its fields on each line, and an empty line between two sentences.
std::unique_ptr<RecordReader> open_conll(std::unique_ptr<TextFile> file, const Columns& columns);

// A reader of one file.
class FileReader : public RecordReader {
 public:
  FileReader(std::unique_ptr<TextFile> file, const Columns& columns)
      : owned_(std::move(file)), file_(*owned_), columns_(columns) {}
  std::string name() const override { return file_.path(); }
  int64_t bytes_read() const override { return file_.bytes_read(); }
  int64_t bytes() const override { return file_.bytes(); }

 private:
  std::unique_ptr<TextFile> owned_;

 protected:
  TextFile& file_;
  Columns columns_;
};

// The column names that a file has, as a message shows them: the first few, each in quotes.
std::string found_names(std::span<const std::string> names);

// Removes empty texts from the further references of a record.
void drop_empty_references(Record& record, const Columns& columns);

}  // namespace heed
