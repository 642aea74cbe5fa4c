// Reads values separated by commas as specified by RFC 4180: a quoted value may contain commas, newlines and
// doubled quotes. The first row names the columns.
#include <algorithm>

#include "heed/base/error.h"
#include "heed/data/formats.h"

namespace heed {
namespace {

class Csv : public FileReader {
 public:
  Csv(std::unique_ptr<TextFile> file, const Columns& columns) : FileReader(std::move(file), columns) {
    read_header();
  }

 protected:
  bool read(Record& record) override {
    std::vector<std::string> row;
    if (!read_row(row)) return false;
    record = {{}, file_.path(), first_line_};
    if (row.size() != width_) {
      throw InputError(record.where() + ": expected " + std::to_string(width_) +
                       " values, as in the first row, found " + std::to_string(row.size()));
    }
    for (std::size_t column : chosen_) record.columns.push_back(std::move(row[column]));
    drop_empty_references(record, columns_);
    return true;
  }

 private:
  void read_header() {
    std::vector<std::string> header;
    if (!read_row(header)) return;
    width_ = header.size();
    for (const std::string& name : columns_.names) {
      auto found = std::find(header.begin(), header.end(), name);
      if (found == header.end()) {
        throw InputError(file_.path() + ":1: expected a column '" + name + "' in the first row, found " +
                         found_names(header) + "; name the columns with data.columns");
      }
      if (std::find(found + 1, header.end(), name) != header.end()) {
        throw InputError(file_.path() + ":1: the column '" + name + "' stands there twice");
      }
      chosen_.push_back(static_cast<std::size_t>(found - header.begin()));
    }
  }

  // Reads one row, which may span several lines. Empty lines between rows are skipped.
  bool read_row(std::vector<std::string>& row) {
    row.clear();
    do {
      if (!file_.next(line_)) return false;
    } while (line_.empty());
    first_line_ = file_.line();
    row_bytes_ = line_.size();
    for (std::size_t at = 0;; ++at) {
      row.emplace_back();
      if (at < line_.size() && line_[at] == '"') {
        at = read_quoted(at + 1, row.back());
      } else {
        std::size_t comma = std::min(line_.find(',', at), line_.size());
        row.back() = line_.substr(at, comma - at);
        at = comma;
      }
      if (at >= line_.size()) return true;
    }
  }

  // Reads a quoted value, from after the opening quote to after the closing one.
  std::size_t read_quoted(std::size_t at, std::string& value) {
    std::string opened = file_.where();
    for (;;) {
      std::size_t quote = line_.find('"', at);
      value.append(line_, at, quote == std::string::npos ? quote : quote - at);
      if (quote == std::string::npos) {
        value += '\n';
        bool more = file_.next(line_);
        row_bytes_ += line_.size() + 1;
        if (!more) {
          throw InputError(
              opened + ": a quote is opened here and never closed; a quote inside quotes is written \"\"");
        }
        if (row_bytes_ > kLongestLine) {
          throw InputError(opened + ": expected rows of at most " + std::to_string(kLongestLine >> 20) +
                           " MiB, found a longer one; is the quote that is opened here ever closed?");
        }
        at = 0;
        continue;
      }
      at = quote + 1;
      if (at >= line_.size() || line_[at] == ',') return at;
      if (line_[at] != '"') {
        throw InputError(file_.where() +
                         ": expected a comma or the line's end behind a closing quote at byte " +
                         std::to_string(at) + "; a quote inside quotes is written \"\"");
      }
      value += '"';
      ++at;
    }
  }

  std::string line_;
  int64_t first_line_ = 0;
  std::size_t row_bytes_ = 0;  // of all its lines so far
  std::size_t width_ = 0;
  std::vector<std::size_t> chosen_;
};

}  // namespace

std::unique_ptr<RecordReader> open_csv(std::unique_ptr<TextFile> file, const Columns& columns) {
  return std::make_unique<Csv>(std::move(file), columns);
}

}  // namespace heed
