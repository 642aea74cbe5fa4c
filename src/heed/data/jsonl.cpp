// Reads one JSON object from each line; its keys are the columns. The last column may be a list: its first
// element is the text, the others are further references.
#include <nlohmann/json.hpp>

#include "heed/base/error.h"
#include "heed/base/json_depth.h"
#include "heed/data/formats.h"

namespace heed {
namespace {

using Json = nlohmann::json;

class Jsonl : public FileReader {
 public:
  using FileReader::FileReader;

 protected:
  bool read(Record& record) override {
    do {
      if (!file_.next(line_)) return false;
    } while (line_.find_first_not_of(" \t") == std::string::npos);
    Json object = parse();
    record = {{}, file_.path(), file_.line()};
    for (const std::string& name : columns_.names) append(object, name, record);
    drop_empty_references(record, columns_);
    return true;
  }

 private:
  Json parse() const {
    if (is_nested_too_deeply(line_)) {
      throw InputError(file_.where() + ": expected a JSON object, found one that is nested deeper than " +
                       std::to_string(kDeepestJson) + " levels; remove what is nested, or the line");
    }
    Json object;
    try {
      object = Json::parse(line_);
    } catch (const Json::parse_error& error) {
      throw InputError(file_.where() + ": expected a JSON object, found something that is no JSON at byte " +
                       std::to_string(error.byte) + " of the line");
    }
    if (!object.is_object()) {
      throw InputError(file_.where() + ": expected a JSON object, such as {\"" + columns_.names[0] +
                       "\": …}, found " + object.type_name());
    }
    return object;
  }

  void append(const Json& object, const std::string& name, Record& record) const {
    auto found = object.find(name);
    if (found == object.end()) {
      std::vector<std::string> keys;
      for (const auto& entry : object.items()) keys.push_back(entry.key());
      throw InputError(file_.where() + ": expected the key '" + name + "', found " + found_names(keys) +
                       "; name the columns with data.columns");
    }
    bool list = columns_.more && name == columns_.names.back() && found->is_array() && !found->empty();
    for (const Json& text : list ? *found : Json::array({*found})) {
      if (!text.is_string()) {
        throw InputError(file_.where() + ": expected text for '" + name + "', found " + text.type_name());
      }
      record.columns.push_back(text.get<std::string>());
      if (record.columns.back().find('\0') != std::string::npos) {
        throw InputError(file_.where() + ": expected text for '" + name + "', found a NUL character in it");
      }
    }
  }

  std::string line_;
};

}  // namespace

std::unique_ptr<RecordReader> open_jsonl(std::unique_ptr<TextFile> file, const Columns& columns) {
  return std::make_unique<Jsonl>(std::move(file), columns);
}

}  // namespace heed
