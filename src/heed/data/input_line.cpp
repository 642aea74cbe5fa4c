#include "heed/data/input_line.h"

#include <algorithm>

#include "heed/base/error.h"
#include "heed/base/options.h"

namespace heed {

std::vector<std::string> split_at_tabs(const std::string& line) {
  std::vector<std::string> columns;
  for (std::size_t at = 0;;) {
    std::size_t tab = line.find('\t', at);
    columns.push_back(line.substr(at, tab == std::string::npos ? tab : tab - at));
    if (tab == std::string::npos) return columns;
    at = tab + 1;
  }
}

namespace {

// The places of the answers in a record.
std::vector<std::size_t> answers_of(const Columns& columns) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < columns.count; ++i)
    if (!columns.is_input(i)) places.push_back(i);
  return places;
}

// "premise TAB hypothesis".
std::string names_of(const std::vector<std::size_t>& places, const Columns& columns) {
  std::vector<std::string> names;
  for (std::size_t place : places) names.push_back(columns.names.at(place));
  return join_names(names, " TAB ");
}

void require_as_many(const std::vector<std::string>& texts, const std::vector<std::size_t>& places,
                     const Columns& columns, const std::string& where) {
  if (texts.size() == places.size()) return;
  throw InputError(where + ": expected " + names_of(places, columns) + ", found " +
                   (texts.size() == 1 ? "no tab" : std::to_string(texts.size()) + " columns"));
}

Record record_of(const std::vector<std::string>& texts, const std::vector<std::size_t>& places,
                 const std::string& where) {
  std::size_t count = *std::max_element(places.begin(), places.end()) + 1;
  Record record{std::vector<std::string>(count), where, 0};
  for (std::size_t i = 0; i < places.size(); ++i) record.columns[places[i]] = texts[i];
  return record;
}

}  // namespace

Record read_inputs(const std::string& line, const Columns& columns, const std::string& where) {
  if (columns.inputs.size() == 1) return record_of({line}, columns.inputs, where);
  std::vector<std::string> texts = split_at_tabs(line);
  require_as_many(texts, columns.inputs, columns, where);
  return record_of(texts, columns.inputs, where);
}

Record read_inputs_and_answers(const std::string& line, const Columns& columns, const std::string& where) {
  std::vector<std::size_t> places = columns.inputs, answers = answers_of(columns);
  places.insert(places.end(), answers.begin(), answers.end());
  std::vector<std::string> texts = split_at_tabs(line);
  require_as_many(texts, places, columns, where);
  return record_of(texts, places, where);
}

void set_answers(Record& record, const std::string& answers, const Columns& columns) {
  std::vector<std::size_t> places = answers_of(columns);
  std::vector<std::string> texts = places.size() == 1 ? std::vector{answers} : split_at_tabs(answers);
  require_as_many(texts, places, columns, record.where());
  record.columns.resize(std::max(record.columns.size(), columns.count));
  for (std::size_t i = 0; i < places.size(); ++i) record.columns[places[i]] = texts[i];
}

}  // namespace heed
