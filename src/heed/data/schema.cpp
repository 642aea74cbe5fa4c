#include "heed/data/schema.h"

#include <stdexcept>

namespace heed {
namespace {

std::vector<std::size_t> places(const Schema& schema, bool input) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < schema.size(); ++i)
    if (schema[i].input == input && schema[i].kind != ColumnKind::links) places.push_back(i);
  return places;
}

}  // namespace

std::optional<std::size_t> Schema::find(std::string_view name) const {
  for (std::size_t i = 0; i < columns.size(); ++i)
    if (columns[i].name == name) return i;
  return std::nullopt;
}

std::size_t Schema::place_of(std::string_view name) const {
  if (auto found = find(name)) return *found;
  throw std::logic_error("the schema has no column '" + std::string(name) + "'");
}

std::vector<std::size_t> Schema::inputs() const {
  return places(*this, true);
}

std::vector<std::size_t> Schema::answers() const {
  return places(*this, false);
}

std::size_t written_column(const Schema& schema) {
  for (std::size_t answer : schema.answers())
    if (schema[answer].kind == ColumnKind::tokens) return answer;
  throw std::logic_error("the schema has no answer of tokens");
}

const char* name_of(ColumnKind kind) {
  switch (kind) {
    case ColumnKind::tokens:
      return "tokens";
    case ColumnKind::classes:
      return "classes";
    case ColumnKind::numbers:
      return "numbers";
    case ColumnKind::links:
      return "links";
  }
  return "";
}

}  // namespace heed
