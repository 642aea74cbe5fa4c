#include "heed/base/options.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <sstream>

namespace heed {
namespace {

std::string plain(double value) {
  std::ostringstream out;
  out << value;
  return out.str();
}

template <class T>
bool parse(const std::string& text, T& value) {
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

void check_value(const Field& field, const std::string& name, const Origins& origins) {
  std::optional<double> value;
  std::string text;
  if (auto* integer = std::get_if<int64_t*>(&field.slot)) value = static_cast<double>(**integer);
  if (auto* real = std::get_if<double*>(&field.slot)) value = **real;
  if (auto* string = std::get_if<std::string*>(&field.slot)) text = **string;
  bool bad_number = value && (std::isnan(*value) || *value < field.rule.low || *value > field.rule.high);
  bool bad_name = !value && !field.rule.names.empty() &&
                  std::find(field.rule.names.begin(), field.rule.names.end(), text) == field.rule.names.end();
  if (!bad_number && !bad_name) return;
  auto origin = origins.find(name);
  throw OptionError((origin == origins.end() ? "" : origin->second + ": ") + name + ": expected " +
                    field.rule.expected() + ", found " + (value ? plain(*value) : "'" + text + "'"));
}

void check_under(std::span<const Field> fields, const std::string& path, const Origins& origins) {
  for (const Field& field : fields) {
    std::string name = option_path(path, field.name);
    if (is_value(field)) check_value(field, name, origins);
    for (const Below& group : below(field, name)) check_under(group.fields, group.path, origins);
  }
}

std::string value_text(const Field& field) {
  if (auto* b = std::get_if<bool*>(&field.slot)) return **b ? "true" : "false";
  if (auto* i = std::get_if<int64_t*>(&field.slot)) return std::to_string(**i);
  if (auto* d = std::get_if<double*>(&field.slot)) return plain(**d);
  if (auto* s = std::get_if<std::string*>(&field.slot)) return (*s)->empty() ? "\"\"" : **s;
  if (auto* l = std::get_if<std::vector<std::string>*>(&field.slot)) return "[" + join_names(**l, ", ") + "]";
  return "";
}

void describe_under(std::span<const Field> fields, const std::string& path, std::string& text) {
  for (const Field& field : fields) {
    std::string name = option_path(path, field.name);
    std::vector<Below> groups = below(field, name);
    if (auto* choice = std::get_if<Choice>(&field.slot)) {
      text += name + ".type = " + choice->type() + "    # " + field.help + " (one of " +
              join_names(choice->types, ", ") + ")\n";
    } else if (is_value(field)) {
      std::string expected = field.rule.expected();
      text += name + " = " + value_text(field) + "    # " + field.help +
              (expected.empty() ? "" : " (" + expected + ")") + "\n";
    } else if (groups.empty()) {
      text += name + " = []    # " + field.help + "\n";
    }
    for (const Below& group : groups) describe_under(group.fields, group.path, text);
  }
}

}  // namespace

bool is_value(const Field& field) {
  return !std::holds_alternative<Group>(field.slot) && !std::holds_alternative<GroupList>(field.slot) &&
         !std::holds_alternative<Choice>(field.slot);
}

std::vector<Below> below(const Field& field, const std::string& path) {
  if (auto* group = std::get_if<Group>(&field.slot)) return {{path, group->fields()}};
  if (auto* choice = std::get_if<Choice>(&field.slot)) return {{path, choice->fields()}};
  std::vector<Below> groups;
  if (auto* list = std::get_if<GroupList>(&field.slot)) {
    for (std::size_t i = 0; i < list->size(); ++i) {
      groups.push_back({option_path(path, std::to_string(i)), list->element(i).fields()});
    }
  }
  return groups;
}

std::string join_names(std::span<const std::string> names, const char* between) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : between) + name;
  return text;
}

std::string option_path(const std::string& path, const std::string& name) {
  return path.empty() ? name : path + "." + name;
}

std::string Rule::expected() const {
  if (!names.empty()) return "one of " + join_names(names, ", ");
  bool from = std::isfinite(low), to = std::isfinite(high);
  if (from && to) return "a number from " + plain(low) + " to " + plain(high);
  if (from) return "a number of at least " + plain(low);
  if (to) return "a number of at most " + plain(high);
  return "";
}

Rule between(double low, double high) {
  return {low, high, {}};
}

Rule at_least(double low) {
  return {low, std::numeric_limits<double>::infinity(), {}};
}

Rule one_of(std::vector<std::string> names) {
  Rule rule;
  rule.names = std::move(names);
  return rule;
}

void check_rules(std::span<const Field> fields, const Origins& origins) {
  check_under(fields, "", origins);
}

void set_field(const Field& field, const std::string& text, const std::string& where) {
  auto expect = [&](bool good, const char* what) {
    if (!good) throw OptionError(where + ": expected " + what + ", found '" + text + "'");
  };
  if (auto* b = std::get_if<bool*>(&field.slot)) {
    expect(text == "true" || text == "false", "true or false");
    **b = text == "true";
  } else if (auto* i = std::get_if<int64_t*>(&field.slot)) {
    expect(parse(text, **i), "a whole number");
  } else if (auto* d = std::get_if<double*>(&field.slot)) {
    expect(parse(text, **d), "a number");
  } else if (auto* s = std::get_if<std::string*>(&field.slot)) {
    **s = text;
  } else if (auto* l = std::get_if<std::vector<std::string>*>(&field.slot)) {
    (*l)->push_back(text);
  }
}

std::string describe_fields(std::span<const Field> fields) {
  std::string text;
  describe_under(fields, "", text);
  return text;
}

}  // namespace heed
