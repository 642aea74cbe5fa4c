#include "heed/data/corpus.h"

#include "heed/base/error.h"
#include "heed/base/files.h"
#include "heed/text/utf8.h"

namespace heed {
namespace {

std::vector<std::string> read_lines(const std::string& file) {
  std::string bytes = read_file(file);
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < bytes.size();) {
    std::size_t end = std::min(bytes.find('\n', at), bytes.size());
    std::size_t length = end - at;
    if (length > 0 && bytes[end - 1] == '\r') --length;
    lines.push_back(bytes.substr(at, length));
    std::string where = file + ":" + std::to_string(lines.size());
    if (auto byte = find_invalid_utf8(lines.back())) {
      throw InputError(where + ": expected UTF-8, found an invalid byte at position " +
                       std::to_string(*byte + 1) +
                       " of the line; convert the file (iconv -t UTF-8) or remove the line");
    }
    if (lines.back().find('\0') != std::string::npos) {
      throw InputError(where + ": expected text, found a NUL byte; remove it (tr -d '\\000')");
    }
    at = end + 1;
  }
  if (lines.empty()) throw InputError(file + ": expected at least one line, found an empty file");
  return lines;
}

std::vector<std::string> split_columns(const std::string& line) {
  std::vector<std::string> columns;
  for (std::size_t at = 0;;) {
    std::size_t tab = line.find('\t', at);
    columns.push_back(line.substr(at, tab == std::string::npos ? tab : tab - at));
    if (tab == std::string::npos) return columns;
    at = tab + 1;
  }
}

std::vector<Record> read_table(const std::string& file, int64_t columns) {
  std::vector<Record> records;
  for (std::string& line : read_lines(file)) {
    Record record{split_columns(line), file, static_cast<int64_t>(records.size()) + 1};
    if (static_cast<int64_t>(record.columns.size()) != columns) {
      throw InputError(record.where() + ": expected " + std::to_string(columns) +
                       " columns separated by tabs, found " + std::to_string(record.columns.size()));
    }
    records.push_back(std::move(record));
  }
  return records;
}

std::vector<Record> read_parallel(std::span<const std::string> files) {
  std::vector<Record> records;
  for (const std::string& file : files) {
    std::vector<std::string> lines = read_lines(file);
    if (records.empty()) records.resize(lines.size());
    if (lines.size() != records.size()) {
      throw InputError(file + ": expected " + std::to_string(records.size()) + " lines, as in " + files[0] +
                       ", found " + std::to_string(lines.size()) +
                       "; parallel files must have a line for a line");
    }
    for (std::size_t i = 0; i < lines.size(); ++i) {
      records[i].columns.push_back(std::move(lines[i]));
      if (records[i].line == 0) records[i].file = file, records[i].line = static_cast<int64_t>(i) + 1;
    }
  }
  return records;
}

std::vector<Record> generate(const NoGeneratorOptions&, Split) {
  throw OptionError("this recipe has no built-in data: give the directory of its files with --data DIR");
}

std::vector<Record> generate(const DatesOptions& options, Split split) {
  return make_dates(split, split == Split::train ? options.lines : options.dev_lines,
                    static_cast<uint64_t>(options.seed));
}

}  // namespace

std::vector<Record> read_records(std::span<const std::string> files, int64_t columns) {
  if (files.size() == 1) return read_table(files[0], columns);
  if (static_cast<int64_t>(files.size()) != columns) {
    throw OptionError("expected one file of " + std::to_string(columns) + " columns or " +
                      std::to_string(columns) + " parallel files, found " + std::to_string(files.size()) +
                      " files");
  }
  return read_parallel(files);
}

std::vector<Record> load_corpus(const DataOptions& options, Split split, int64_t columns) {
  if (options.dir.empty()) {
    return std::visit([&](const auto& generator) { return generate(generator, split); }, options.generator);
  }
  if (!fs::is_directory(options.dir)) {
    throw FileError("data.dir " + options.dir + (fs::exists(options.dir) ? " is a file" : " is not there") +
                    "; expected a directory with " + options.train + " and " + options.dev);
  }
  fs::path file = fs::path(options.dir) / (split == Split::train ? options.train : options.dev);
  std::string name = file.string();
  return read_records(std::span(&name, 1), columns);
}

}  // namespace heed
