// Reads columns separated by tabs, and parallel files with one column each.
#include "heed/base/error.h"
#include "heed/data/formats.h"
#include "heed/data/input_line.h"

namespace heed {
namespace {

class Tsv : public FileReader {
 public:
  using FileReader::FileReader;

 protected:
  bool read(Record& record) override {
    if (!file_.next(line_)) return false;
    record = {split_at_tabs(line_), file_.path(), file_.line()};
    std::size_t found = record.columns.size(), needed = columns_.count;
    if (found < needed || (found > needed && !columns_.more)) {
      throw InputError(record.where() + ": expected " + std::to_string(needed) +
                       (columns_.more ? " or more" : "") + " columns separated by tabs, found " +
                       std::to_string(found));
    }
    drop_empty_references(record, columns_);
    return true;
  }

 private:
  std::string line_;
};

class Parallel : public RecordReader {
 public:
  Parallel(std::span<const std::string> files, const Columns& columns) : columns_(columns) {
    for (const std::string& file : files) files_.push_back(std::make_unique<TextFile>(file));
  }

  std::string name() const override {
    std::string names;
    for (const auto& file : files_) names += (names.empty() ? "" : " + ") + file->path();
    return names;
  }
  int64_t bytes_read() const override { return files_[0]->bytes_read(); }
  int64_t bytes() const override { return files_[0]->bytes(); }

 protected:
  bool read(Record& record) override {
    record.columns.clear();
    for (auto& file : files_) {
      std::string line;
      bool more = file->next(line);
      if (file != files_[0] && more == record.columns.empty()) refuse(*file);
      if (more) record.columns.push_back(std::move(line));
    }
    if (record.columns.empty()) return false;
    record.file = files_[0]->path();
    record.line = files_[0]->line();
    drop_empty_references(record, columns_);
    return true;
  }

 private:
  // Throws an error with the numbers of lines of both files, one of which has ended early.
  [[noreturn]] void refuse(TextFile& other) {
    std::string line;
    while (files_[0]->next(line)) {
    }
    while (other.next(line)) {
    }
    throw InputError(other.path() + ": expected " + std::to_string(files_[0]->line()) + " lines, as in " +
                     files_[0]->path() + ", found " + std::to_string(other.line()) +
                     "; parallel files must have a line for a line");
  }

  std::vector<std::unique_ptr<TextFile>> files_;
  Columns columns_;
};

}  // namespace

std::unique_ptr<RecordReader> open_tsv(std::unique_ptr<TextFile> file, const Columns& columns) {
  return std::make_unique<Tsv>(std::move(file), columns);
}

std::unique_ptr<RecordReader> open_parallel(std::span<const std::string> files, const Columns& columns) {
  return std::make_unique<Parallel>(files, columns);
}

}  // namespace heed
