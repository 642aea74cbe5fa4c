#include "heed/data/reader.h"

#include <algorithm>

#include "heed/base/error.h"
#include "heed/base/options.h"
#include "heed/base/quoted.h"
#include "heed/data/formats.h"

namespace heed {
namespace {

// The name's end that says the format, ".gz" left out.
std::string ending_of(std::string_view file) {
  if (file.ends_with(".gz")) file.remove_suffix(3);
  std::size_t dot = file.rfind('.'), slash = file.rfind('/');
  bool has_one = dot != std::string_view::npos && (slash == std::string_view::npos || dot > slash);
  return has_one ? std::string(file.substr(dot)) : "";
}

bool is_jsonl(const std::string& ending) {
  return ending == ".jsonl" || ending == ".ndjson" || ending == ".json";
}

class InMemory : public RecordReader {
 public:
  InMemory(std::vector<Record> records, std::string name)
      : records_(std::move(records)), name_(std::move(name)) {}
  std::string name() const override { return name_; }
  int64_t bytes_read() const override { return static_cast<int64_t>(next_); }
  int64_t bytes() const override { return static_cast<int64_t>(records_.size()); }

 protected:
  bool read(Record& record) override {
    if (next_ == records_.size()) return false;
    record = records_[next_++];
    return true;
  }

 private:
  std::vector<Record> records_;
  std::string name_;
  std::size_t next_ = 0;
};

}  // namespace

bool RecordReader::next(Record& record) {
  if (!read(record)) {
    if (!any_) throw InputError(name() + ": expected at least one line, found an empty file");
    return false;
  }
  any_ = true;
  return true;
}

std::unique_ptr<RecordReader> open_records(std::span<const std::string> files, const Columns& columns) {
  std::size_t needed = columns.count;
  if (files.size() == 1) {
    std::string ending = ending_of(files[0]);
    if (ending == ".csv") return open_csv(files[0], columns);
    if (is_jsonl(ending)) return open_jsonl(files[0], columns);
    return open_tsv(files[0], columns);
  }
  if (files.size() < needed || (files.size() > needed && !columns.more)) {
    throw OptionError((files.empty() ? "data" : join_names(files, " + ")) + ": expected one file of " +
                      std::to_string(needed) + " columns or " + std::to_string(needed) +
                      (columns.more ? " or more" : "") + " parallel files, found " +
                      std::to_string(files.size()) + " files");
  }
  for (const std::string& file : files) {
    if (ending_of(file) == ".csv" || is_jsonl(ending_of(file))) {
      throw OptionError(
          file + ": a " + ending_of(file) +
          " file has all its columns itself; give it alone, and several of them as a list of corpora");
    }
  }
  return open_parallel(files, columns);
}

std::unique_ptr<RecordReader> records_reader(std::vector<Record> records, const std::string& name) {
  return std::make_unique<InMemory>(std::move(records), name);
}

std::vector<Record> read_all(RecordReader& reader) {
  std::vector<Record> records;
  for (Record record; reader.next(record);) records.push_back(std::move(record));
  return records;
}

std::string found_names(std::span<const std::string> names) {
  constexpr std::size_t kMost = 10;
  if (names.empty()) return "none";
  std::string text;
  for (const std::string& name : names.first(std::min(names.size(), kMost)))
    text += (text.empty() ? "" : ", ") + in_quotes(name);
  return names.size() > kMost ? text + " and " + std::to_string(names.size() - kMost) + " more" : text;
}

void drop_empty_references(Record& record, const Columns& columns) {
  if (record.columns.size() <= columns.count) return;
  auto first = record.columns.begin() + static_cast<std::ptrdiff_t>(columns.count);
  record.columns.erase(std::remove(first, record.columns.end(), ""), record.columns.end());
}

}  // namespace heed
