// Records, one at a time, from wherever they lie. A file is read as what its name ends in (before .gz):
// `.csv` (quotes, a header), `.jsonl` or `.ndjson` (an object a line), anything else as columns separated by
// tabs. Two or more files are parallel: a column each, a line a record. CSV and JSONL have their columns by
// name. What cannot be used is an InputError with file and line.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "heed/data/record.h"

namespace heed {

// What the records of a task hold.
struct Columns {
  std::size_t count = 0;
  std::vector<std::string> names;  // in files that name them
  bool more = false;               // behind the last may come other texts for it: further references
};

class RecordReader {
 public:
  virtual ~RecordReader() = default;
  // The next record; an InputError if there is not a single one.
  bool next(Record& record);
  virtual std::string name() const = 0;
  // How far, for a progress bar.
  virtual int64_t bytes_read() const = 0;
  virtual int64_t bytes() const = 0;

 protected:
  virtual bool read(Record& record) = 0;

 private:
  bool any_ = false;
};

std::unique_ptr<RecordReader> open_records(std::span<const std::string> files, const Columns& columns);
// Records that are in memory already.
std::unique_ptr<RecordReader> records_reader(std::vector<Record> records, const std::string& name);

std::vector<Record> read_all(RecordReader& reader);
inline std::vector<Record> read_records(std::span<const std::string> files, const Columns& columns) {
  return read_all(*open_records(files, columns));
}

}  // namespace heed
