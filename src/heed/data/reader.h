// Reads records one at a time. The name of a file, without .gz, determines its format: `.csv` has quotes and
// a header, `.jsonl` or `.ndjson` one object on each line, `.conll` one token on each line, and any other
// file has columns separated by tabs. Two or more files are parallel: each holds one column, and equal line
// numbers form one record. CSV and JSONL name their columns. Unusable data throws InputError with file and
// line.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "heed/data/record.h"

namespace heed {

// The columns of a task's records.
struct Columns {
  std::size_t count = 0;
  std::vector<std::string> names;  // the names that the columns have in files with names
  bool more = false;  // the last column may be followed by further texts for it: further references
  // the columns that a model is given when it is run; the others are answers
  std::vector<std::size_t> inputs = {0};

  bool is_input(std::size_t column) const;
};

// The input texts of a record, joined by tabs.
std::string input_text(const Record& record, const Columns& columns);
// The answers of a record: the non-empty texts of all other columns, including further references.
std::vector<std::string> answer_texts(const Record& record, const Columns& columns);

class RecordReader {
 public:
  virtual ~RecordReader() = default;
  // Reads the next record; returns false at the end. Throws InputError if there is no record at all, unless
  // that was allowed.
  bool next(Record& record);
  void allow_empty() { may_be_empty_ = true; }
  virtual std::string name() const = 0;
  // For progress bars: how much has been read, and how much there is.
  virtual int64_t bytes_read() const = 0;
  virtual int64_t bytes() const = 0;

 protected:
  virtual bool read(Record& record) = 0;

 private:
  bool any_ = false, may_be_empty_ = false;
};

std::unique_ptr<RecordReader> open_records(std::span<const std::string> files, const Columns& columns);
// Reads records from an open descriptor, which messages call standard input and which stays open. The records
// need only have inputs, no answers; there may be none. `format` is "jsonl", "csv" or "conll".
std::unique_ptr<RecordReader> open_inputs(const std::string& format, int descriptor, const Columns& columns);
// Reads records that are already in memory. `name` is for messages.
std::unique_ptr<RecordReader> records_reader(std::vector<Record> records, const std::string& name);

std::vector<Record> read_all(RecordReader& reader);
inline std::vector<Record> read_records(std::span<const std::string> files, const Columns& columns) {
  return read_all(*open_records(files, columns));
}

}  // namespace heed
