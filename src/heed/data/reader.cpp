#include "heed/data/reader.h"

#include <fcntl.h>

#include <algorithm>

#include "heed/base/error.h"
#include "heed/base/options.h"
#include "heed/base/quoted.h"
#include "heed/data/formats.h"

namespace heed {
namespace {

// The ending of a name that determines the format, without ".gz".
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

// Puts inputs that were read alone into their places in a record of all columns.
class InputsOnly : public RecordReader {
 public:
  InputsOnly(std::unique_ptr<RecordReader> reader, const Columns& columns)
      : reader_(std::move(reader)), columns_(columns) {}
  std::string name() const override { return reader_->name(); }
  int64_t bytes_read() const override { return reader_->bytes_read(); }
  int64_t bytes() const override { return reader_->bytes(); }

 protected:
  bool read(Record& record) override {
    Record inputs;
    if (!reader_->next(inputs)) return false;
    record = {std::vector<std::string>(columns_.inputs.back() + 1), inputs.file, inputs.line};
    for (std::size_t i = 0; i < columns_.inputs.size(); ++i)
      record.columns[columns_.inputs[i]] = std::move(inputs.columns[i]);
    return true;
  }

 private:
  std::unique_ptr<RecordReader> reader_;
  Columns columns_;
};

}  // namespace

bool Columns::is_input(std::size_t column) const {
  return std::find(inputs.begin(), inputs.end(), column) != inputs.end();
}

std::string input_text(const Record& record, const Columns& columns) {
  std::string text;
  for (std::size_t input : columns.inputs) {
    if (input != columns.inputs.front()) text += '\t';
    if (input < record.columns.size()) text += record.columns[input];
  }
  return text;
}

std::vector<std::string> answer_texts(const Record& record, const Columns& columns) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < record.columns.size(); ++i)
    if (!columns.is_input(i) && !record.columns[i].empty()) texts.push_back(record.columns[i]);
  return texts;
}

bool RecordReader::next(Record& record) {
  if (!read(record)) {
    if (!any_ && !may_be_empty_)
      throw InputError(name() + ": expected at least one line, found an empty file");
    return false;
  }
  any_ = true;
  return true;
}

std::unique_ptr<RecordReader> open_records(std::span<const std::string> files, const Columns& columns) {
  std::size_t needed = columns.count;
  if (files.size() == 1) {
    std::string ending = ending_of(files[0]);
    auto file = std::make_unique<TextFile>(files[0]);
    if (ending == ".csv") return open_csv(std::move(file), columns);
    if (is_jsonl(ending)) return open_jsonl(std::move(file), columns);
    if (ending == ".conll") return open_conll(std::move(file), columns);
    return open_tsv(std::move(file), columns);
  }
  if (files.size() < needed || (files.size() > needed && !columns.more)) {
    throw OptionError((files.empty() ? "data" : join_names(files, " + ")) + ": expected one file of " +
                      std::to_string(needed) + " columns or " + std::to_string(needed) +
                      (columns.more ? " or more" : "") + " parallel files, found " +
                      std::to_string(files.size()) + " files");
  }
  for (const std::string& file : files) {
    std::string ending = ending_of(file);
    if (ending == ".csv" || ending == ".conll" || is_jsonl(ending)) {
      throw OptionError(
          file + ": a " + ending +
          " file has all its columns itself; give it alone, and several of them as a list of corpora");
    }
  }
  return open_parallel(files, columns);
}

std::unique_ptr<RecordReader> open_inputs(const std::string& format, int descriptor, const Columns& columns) {
  Columns inputs{columns.inputs.size(), {}, false, {}};
  for (std::size_t i = 0; i < columns.inputs.size(); ++i) {
    inputs.names.push_back(columns.names.at(columns.inputs[i]));
    inputs.inputs.push_back(i);
  }
  // A copy of the descriptor, because the file closes its own.
  auto file = std::make_unique<TextFile>(::fcntl(descriptor, F_DUPFD_CLOEXEC, 0), "standard input");
  auto open_format = format == "csv" ? open_csv : format == "conll" ? open_conll : open_jsonl;
  std::unique_ptr<RecordReader> records = open_format(std::move(file), inputs);
  records->allow_empty();
  auto reader = std::make_unique<InputsOnly>(std::move(records), columns);
  reader->allow_empty();
  return reader;
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
