#include "heed/base/options.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <sstream>

#include "heed/base/edit_distance.h"
#include "heed/base/quoted.h"

namespace heed {
namespace {

constexpr double kMostCounted = 1e9;

std::string plain(double value) {
  constexpr double kExact = 1e15;
  if (std::abs(value) < kExact && value == std::trunc(value))
    return std::to_string(static_cast<int64_t>(value));
  std::ostringstream out;
  out << value;
  return out.str();
}

template <class T>
bool parse(const std::string& text, T& value) {
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

// What is wrong with a field's value, "found 7"; nothing if it keeps the rule.
std::optional<std::string> fault_of(const Field& field) {
  std::optional<double> number;
  std::vector<std::string> texts;
  if (auto* integer = std::get_if<int64_t*>(&field.slot)) number = static_cast<double>(**integer);
  if (auto* real = std::get_if<double*>(&field.slot)) number = **real;
  if (auto* string = std::get_if<std::string*>(&field.slot)) texts = {**string};
  if (auto* list = std::get_if<std::vector<std::string>*>(&field.slot)) texts = **list;
  const Rule& rule = field.rule;
  if (number && (std::isnan(*number) || *number < rule.low || *number > rule.high)) {
    return "found " + plain(*number);
  }
  for (const std::string& text : texts) {
    if (rule.names.empty() || std::find(rule.names.begin(), rule.names.end(), text) != rule.names.end())
      continue;
    auto guess = nearest_name(text, rule.names);
    return "found " + in_quotes(text) + (guess ? "; did you mean '" + *guess + "'?" : "");
  }
  return std::nullopt;
}

void check_value(const Field& field, const std::string& name, const Origins& origins) {
  std::optional<std::string> fault = fault_of(field);
  if (!fault) return;
  auto origin = origins.find(name);
  throw OptionError((origin == origins.end() ? "" : origin->second + ": ") + name + ": expected " +
                    field.rule.expected() + ", " + *fault);
}

void check_under(std::span<const Field> fields, const std::string& path, const Origins& origins) {
  for (const Field& field : fields) {
    std::string name = option_path(path, field.name);
    if (is_value(field)) check_value(field, name, origins);
    for (const NestedFields& group : nested_fields(field, name))
      check_under(group.fields, group.path, origins);
  }
}

std::string value_text(const Field& field) {
  if (auto* b = std::get_if<bool*>(&field.slot)) return **b ? "true" : "false";
  if (auto* i = std::get_if<int64_t*>(&field.slot)) return std::to_string(**i);
  if (auto* d = std::get_if<double*>(&field.slot)) return plain(**d);
  if (auto* s = std::get_if<std::string*>(&field.slot)) return (*s)->empty() ? "\"\"" : **s;
  if (auto* o = std::get_if<std::optional<std::string>*>(&field.slot)) return (*o)->value_or("\"\"");
  if (auto* l = std::get_if<std::vector<std::string>*>(&field.slot)) return "[" + join_names(**l, ", ") + "]";
  return "";
}

void describe_under(std::span<const Field> fields, const std::string& path, std::string& text) {
  for (const Field& field : fields) {
    std::string name = option_path(path, field.name);
    std::vector<NestedFields> groups = nested_fields(field, name);
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
    for (const NestedFields& group : groups) describe_under(group.fields, group.path, text);
  }
}

}  // namespace

bool is_value(const Field& field) {
  return !std::holds_alternative<Group>(field.slot) && !std::holds_alternative<GroupList>(field.slot) &&
         !std::holds_alternative<Choice>(field.slot);
}

std::vector<NestedFields> nested_fields(const Field& field, const std::string& path) {
  if (auto* group = std::get_if<Group>(&field.slot)) return {{path, group->fields()}};
  if (auto* choice = std::get_if<Choice>(&field.slot)) return {{path, choice->fields()}};
  std::vector<NestedFields> groups;
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
  if (from && high == kMostCounted)
    return "a number of at least " + plain(low) + " and at most " + plain(high);
  if (from && to) return "a number from " + plain(low) + " to " + plain(high);
  if (from) return "a number of at least " + plain(low);
  if (to) return "a number of at most " + plain(high);
  return "";
}

Rule between(double low, double high) {
  return {low, high, {}, ""};
}

Rule at_least(double low) {
  return {low, std::numeric_limits<double>::infinity(), {}, ""};
}

Rule count_from(double low) {
  return between(low, kMostCounted);
}

Rule one_of(std::vector<std::string> names) {
  Rule rule;
  rule.names = std::move(names);
  return rule;
}

Rule or_bare(Rule rule, std::string bare) {
  rule.bare = std::move(bare);
  return rule;
}

void check_rules(std::span<const Field> fields, const Origins& origins) {
  check_under(fields, "", origins);
}

void set_field(const Field& field, const std::string& text, const std::string& where) {
  auto expect = [&](bool good, const char* what) {
    if (!good) throw OptionError(where + ": expected " + what + ", found " + in_quotes(text));
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
  } else if (auto* o = std::get_if<std::optional<std::string>*>(&field.slot)) {
    **o = text;
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
