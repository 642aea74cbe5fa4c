#include "heed/base/options.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <set>
#include <sstream>

#include "heed/base/edit_distance.h"

namespace heed {
namespace {

std::string join(std::span<const std::string> names, const char* between) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : between) + name;
  return text;
}

// The shortest text that reads back as the same number, with a point so that it stays a number of this kind.
std::string number(double value) {
  char buffer[64];
  auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
  std::string text(buffer, end);
  if (text.find_first_of(".en") == std::string::npos) text += ".0";
  return text;
}

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

std::string full_name(const std::string& path, const std::string& name) {
  return path.empty() ? name : path + "." + name;
}

// Every option's full name, groups and choices left out.
void collect_names(std::span<const Field> fields, const std::string& path, std::vector<std::string>& names) {
  for (const Field& field : fields) {
    std::string name = full_name(path, field.name);
    if (auto* group = std::get_if<Group>(&field.slot)) {
      collect_names(group->fields(), name, names);
    } else if (auto* choice = std::get_if<Choice>(&field.slot)) {
      names.push_back(name + ".type");
      collect_names(choice->fields(), name, names);
    } else {
      names.push_back(name);
    }
  }
}

// The top of the tree, and where its text came from: all that reading a node needs besides the node.
struct Reading {
  std::span<const Field> top;
  std::string file;      // "" for --set
  std::string override;  // the setting's text for --set
  Origins& origins;

  std::string where(const YAML::Node& node) const {
    return file.empty() ? "--set " + override : file + ":" + std::to_string(node.Mark().line + 1);
  }
};

[[noreturn]] void unknown_key(const Reading& reading, const YAML::Node& key, const std::string& path,
                              std::span<const Field> siblings, bool has_type) {
  std::string name = key.Scalar();
  std::vector<std::string> near;
  for (const Field& field : siblings) near.push_back(field.name);
  if (has_type) near.push_back("type");
  std::string message = reading.where(key) + ": unknown option '" + full_name(path, name) + "'";
  if (auto guess = nearest_name(name, near)) {
    throw OptionError(message + "; did you mean '" + full_name(path, *guess) + "'?");
  }
  std::vector<std::string> all;
  collect_names(reading.top, "", all);
  for (const std::string& candidate : all) {
    if (candidate.ends_with("." + name)) throw OptionError(message + "; did you mean '" + candidate + "'?");
  }
  throw OptionError(message + "; known here: " + join(near, ", "));
}

void read_node(const Reading& reading, std::span<const Field> fields, const YAML::Node& node,
               const std::string& path, bool has_type);

std::string kind_of(const YAML::Node& node) {
  if (node.IsMap()) return "a mapping";
  if (node.IsSequence()) return "a list";
  if (node.IsNull()) return "nothing";
  return "'" + node.Scalar() + "'";
}

void read_choice(const Reading& reading, const Choice& choice, const YAML::Node& node,
                 const std::string& path) {
  YAML::Node type = node.IsMap() ? node["type"] : node;
  if (node.IsMap() && !type) return read_node(reading, choice.fields(), node, path, true);
  if (!type.IsScalar() ||
      std::find(choice.types.begin(), choice.types.end(), type.Scalar()) == choice.types.end()) {
    std::string message = reading.where(node.IsMap() ? type : node) + ": " + path +
                          (node.IsMap() ? ".type" : "") + ": expected one of " + join(choice.types, ", ") +
                          "; found " + kind_of(type);
    auto guess = type.IsScalar() ? nearest_name(type.Scalar(), choice.types) : std::nullopt;
    throw OptionError(guess ? message + "; did you mean '" + *guess + "'?" : message);
  }
  if (type.Scalar() != choice.type()) choice.select(type.Scalar());
  if (node.IsMap()) read_node(reading, choice.fields(), node, path, true);
}

void read_field(const Reading& reading, const Field& field, const YAML::Node& node, const std::string& path) {
  if (auto* choice = std::get_if<Choice>(&field.slot)) return read_choice(reading, *choice, node, path);
  if (auto* group = std::get_if<Group>(&field.slot)) {
    return read_node(reading, group->fields(), node, path, false);
  }
  reading.origins[path] = reading.where(node);
  std::string where = reading.where(node) + ": " + path;
  if (auto* list = std::get_if<std::vector<std::string>*>(&field.slot)) {
    (*list)->clear();
    if (node.IsScalar()) return set_field(field, node.Scalar(), where);
    if (!node.IsSequence()) throw OptionError(where + ": expected a list, found " + kind_of(node));
    for (const YAML::Node& element : node) {
      if (!element.IsScalar())
        throw OptionError(where + ": expected a list of names, found " + kind_of(element));
      set_field(field, element.Scalar(), where);
    }
    return;
  }
  bool empty_string = node.IsNull() && std::holds_alternative<std::string*>(field.slot);
  if (!node.IsScalar() && !empty_string) {
    throw OptionError(where + ": expected one value, found " + kind_of(node));
  }
  set_field(field, empty_string ? "" : node.Scalar(), where);
}

void read_node(const Reading& reading, std::span<const Field> fields, const YAML::Node& node,
               const std::string& path, bool has_type) {
  if (node.IsNull()) return;
  if (!node.IsMap()) {
    throw OptionError(reading.where(node) + ": " + (path.empty() ? "the recipe" : path) +
                      ": expected a mapping of options, found " + kind_of(node));
  }
  std::set<std::string> seen;
  for (const auto& entry : node) {
    if (entry.first.IsScalar() && !seen.insert(entry.first.Scalar()).second) {
      throw OptionError(reading.where(entry.first) + ": " + full_name(path, entry.first.Scalar()) +
                        " stands there twice");
    }
    if (!entry.first.IsScalar())
      throw OptionError(reading.where(entry.first) + ": expected an option's name");
    std::string name = entry.first.Scalar();
    if (has_type && name == "type") continue;
    auto field = std::find_if(fields.begin(), fields.end(), [&](const Field& f) { return f.name == name; });
    if (field == fields.end()) unknown_key(reading, entry.first, path, fields, has_type);
    read_field(reading, *field, entry.second, full_name(path, name));
  }
}

YAML::Node parse_yaml(const std::string& text, const std::string& where) {
  try {
    return YAML::Load(text);
  } catch (const YAML::Exception& error) {
    std::string line = error.mark.is_null() ? "" : ":" + std::to_string(error.mark.line + 1);
    throw OptionError(where + line + ": not valid YAML: " + error.msg);
  }
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
    std::string name = full_name(path, field.name);
    if (auto* group = std::get_if<Group>(&field.slot)) {
      check_under(group->fields(), name, origins);
    } else if (auto* choice = std::get_if<Choice>(&field.slot)) {
      check_under(choice->fields(), name, origins);
    } else {
      check_value(field, name, origins);
    }
  }
}

void emit(YAML::Emitter& out, std::span<const Field> fields) {
  for (const Field& field : fields) {
    out << YAML::Key << field.name << YAML::Value;
    std::visit(
        [&](const auto& slot) {
          using S = std::decay_t<decltype(slot)>;
          if constexpr (std::is_same_v<S, Group>) {
            out << YAML::BeginMap;
            emit(out, slot.fields());
            out << YAML::EndMap;
          } else if constexpr (std::is_same_v<S, Choice>) {
            out << YAML::BeginMap << YAML::Key << "type" << YAML::Value << slot.type();
            emit(out, slot.fields());
            out << YAML::EndMap;
          } else if constexpr (std::is_same_v<S, double*>) {
            out << number(*slot);
          } else if constexpr (std::is_same_v<S, std::vector<std::string>*>) {
            out << YAML::Flow << *slot;
          } else if constexpr (std::is_same_v<S, std::string*>) {
            if (slot->empty()) {
              out << YAML::DoubleQuoted << "";
            } else {
              out << *slot;
            }
          } else {
            out << *slot;
          }
        },
        field.slot);
  }
}

std::string value_text(const Field& field) {
  if (auto* b = std::get_if<bool*>(&field.slot)) return **b ? "true" : "false";
  if (auto* i = std::get_if<int64_t*>(&field.slot)) return std::to_string(**i);
  if (auto* d = std::get_if<double*>(&field.slot)) return plain(**d);
  if (auto* s = std::get_if<std::string*>(&field.slot)) return (*s)->empty() ? "\"\"" : **s;
  if (auto* l = std::get_if<std::vector<std::string>*>(&field.slot)) return "[" + join(**l, ", ") + "]";
  return "";
}

void describe_under(std::span<const Field> fields, const std::string& path, std::string& text) {
  for (const Field& field : fields) {
    std::string name = full_name(path, field.name);
    if (auto* group = std::get_if<Group>(&field.slot)) {
      describe_under(group->fields(), name, text);
    } else if (auto* choice = std::get_if<Choice>(&field.slot)) {
      text += name + ".type = " + choice->type() + "    # " + field.help + " (one of " +
              join(choice->types, ", ") + ")\n";
      describe_under(choice->fields(), name, text);
    } else {
      std::string expected = field.rule.expected();
      text += name + " = " + value_text(field) + "    # " + field.help +
              (expected.empty() ? "" : " (" + expected + ")") + "\n";
    }
  }
}

}  // namespace

std::string Rule::expected() const {
  if (!names.empty()) return "one of " + join(names, ", ");
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

void read_yaml(std::span<const Field> fields, const std::string& text, const std::string& file,
               std::span<const std::string> ignored, Origins& origins) {
  YAML::Node root = parse_yaml(text, file);
  if (root.IsMap()) {
    for (const std::string& key : ignored) root.remove(key);
  }
  read_node({fields, file, "", origins}, fields, root, "", false);
}

void read_override(std::span<const Field> fields, const std::string& setting, Origins& origins) {
  std::size_t equals = setting.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw OptionError("--set " + setting + ": expected NAME=VALUE, such as training.updates=500");
  }
  YAML::Node tree = parse_yaml(setting.substr(equals + 1), "--set " + setting);
  std::string path = setting.substr(0, equals);
  for (;;) {
    std::size_t dot = path.rfind('.');
    YAML::Node parent;
    parent[dot == std::string::npos ? path : path.substr(dot + 1)] = tree;
    tree = parent;
    if (dot == std::string::npos) break;
    path.resize(dot);
  }
  read_node({fields, "", setting, origins}, fields, tree, "", false);
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

std::string fields_to_yaml(std::span<const Field> fields) {
  YAML::Emitter out;
  out << YAML::BeginMap;
  emit(out, fields);
  out << YAML::EndMap;
  return std::string(out.c_str()) + "\n";
}

std::string describe_fields(std::span<const Field> fields) {
  std::string text;
  describe_under(fields, "", text);
  return text;
}

}  // namespace heed
