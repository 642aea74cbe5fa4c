// Reads CoNLL columns: one token on each line, fields separated by white space, and an empty line after each
// sentence. A sentence is one record: the first fields of its lines, joined by spaces, are the text of the
// input, and the last fields are that of the answer.
#include <sstream>

#include "heed/base/error.h"
#include "heed/data/formats.h"

namespace heed {
namespace {

class Conll : public FileReader {
 public:
  Conll(std::unique_ptr<TextFile> file, const Columns& columns) : FileReader(std::move(file), columns) {
    if (columns.count > 2)
      throw OptionError(file_.path() +
                        ": a .conll file holds one text and one answer for each sentence, and the task has " +
                        std::to_string(columns.count) + " columns; use .jsonl");
  }

 protected:
  bool read(Record& record) override {
    std::string tokens, tags;
    record = {std::vector<std::string>(columns_.count), file_.path(), 0};
    while (file_.next(line_)) {
      std::vector<std::string> fields = split(line_);
      if (fields.empty() && tokens.empty()) continue;  // further empty lines
      if (fields.empty()) break;
      if (fields.size() < columns_.count)
        throw InputError(file_.where() + ": expected a token and its tag, found '" + line_ + "' alone");
      if (tokens.empty()) record.line = file_.line();
      tokens += (tokens.empty() ? "" : " ") + fields.front();
      tags += (tags.empty() ? "" : " ") + fields.back();
    }
    if (tokens.empty()) return false;
    for (std::size_t i = 0; i < columns_.count; ++i) record.columns[i] = columns_.is_input(i) ? tokens : tags;
    return true;
  }

 private:
  static std::vector<std::string> split(const std::string& line) {
    std::istringstream words(line);
    std::vector<std::string> fields;
    for (std::string field; words >> field;) fields.push_back(std::move(field));
    return fields;
  }

  std::string line_;
};

}  // namespace

std::unique_ptr<RecordReader> open_conll(std::unique_ptr<TextFile> file, const Columns& columns) {
  return std::make_unique<Conll>(std::move(file), columns);
}

}  // namespace heed
