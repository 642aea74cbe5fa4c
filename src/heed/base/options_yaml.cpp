// Reads options from YAML. Errors name the line.
#include <algorithm>
#include <charconv>
#include <optional>
#include <set>

#include "heed/base/edit_distance.h"
#include "heed/base/options.h"
#include "heed/base/quoted.h"
#include "heed/base/yaml.h"

namespace heed {
namespace {

// Collects the full name of every option, without groups and choices.
void collect_names(std::span<const Field> fields, const std::string& path, std::vector<std::string>& names) {
  for (const Field& field : fields) {
    std::string name = option_path(path, field.name);
    if (is_value(field)) names.push_back(name);
    if (std::holds_alternative<Choice>(field.slot)) names.push_back(name + ".type");
    for (const NestedFields& group : nested_fields(field, name))
      collect_names(group.fields, group.path, names);
  }
}

// The top of the tree and the origin of its text: all that reading a node needs besides the node.
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
  std::string message = reading.where(key) + ": unknown option " + in_quotes(option_path(path, name));
  if (auto guess = nearest_name(name, near)) {
    throw OptionError(message + "; did you mean '" + option_path(path, *guess) + "'?");
  }
  std::vector<std::string> all;
  collect_names(reading.top, "", all);
  for (const std::string& candidate : all) {
    if (candidate.ends_with("." + name)) throw OptionError(message + "; did you mean '" + candidate + "'?");
  }
  throw OptionError(message + "; known here: " + join_names(near, ", "));
}

void read_node(const Reading& reading, std::span<const Field> fields, const YAML::Node& node,
               const std::string& path, bool has_type);

std::string kind_of(const YAML::Node& node) {
  if (node.IsMap()) return "a mapping";
  if (node.IsSequence()) return "a list";
  if (node.IsNull()) return "nothing";
  return in_quotes(node.Scalar());
}

void read_field(const Reading& reading, const Field& field, const YAML::Node& node, const std::string& path);
bool was_said(const Origins& origins, const std::string& path) {
  auto next = origins.lower_bound(path);
  return next != origins.end() && (next->first == path || next->first.starts_with(path + "."));
}

// Replaces the chosen type. Values that a recipe or an earlier --set gave to the old type are kept if the new
// one has an option of that name, and forgotten otherwise.
void change_type(const Reading& reading, const Choice& choice, const std::string& type,
                 const std::string& path) {
  YAML::Node old = YAML::Load(fields_to_yaml(choice.fields()));
  Origins before = reading.origins;
  std::erase_if(reading.origins, [&](const auto& origin) { return origin.first.starts_with(path + "."); });
  choice.select(type);
  for (const Field& field : choice.fields()) {
    std::string name = option_path(path, field.name);
    if (!was_said(before, name) || !old[field.name]) continue;
    try {
      read_field(reading, field, old[field.name], name);
    } catch (const OptionError&) {
      continue;  // of the same name, and another kind
    }
    for (auto& [option, origin] : reading.origins) {
      if (option.starts_with(name) && before.contains(option)) origin = before[option];
    }
  }
}

void read_choice(const Reading& reading, const Choice& choice, const YAML::Node& node,
                 const std::string& path) {
  YAML::Node type = node.IsMap() ? node["type"] : node;
  if (node.IsMap() && !type) return read_node(reading, choice.fields(), node, path, true);
  if (!type.IsScalar() ||
      std::find(choice.types.begin(), choice.types.end(), type.Scalar()) == choice.types.end()) {
    std::string message = reading.where(node.IsMap() ? type : node) + ": " + path +
                          (node.IsMap() ? ".type" : "") + ": expected one of " +
                          join_names(choice.types, ", ") + "; found " + kind_of(type);
    auto guess = type.IsScalar() ? nearest_name(type.Scalar(), choice.types) : std::nullopt;
    throw OptionError(guess ? message + "; did you mean '" + *guess + "'?" : message);
  }
  if (type.Scalar() != choice.type()) change_type(reading, choice, type.Scalar(), path);
  if (node.IsMap()) read_node(reading, choice.fields(), node, path, true);
}

void read_group(const Reading& reading, const Group& group, const YAML::Node& node, const std::string& path) {
  std::vector<Field> fields = group.fields();
  if (group.short_name.empty() || !node.IsScalar()) return read_node(reading, fields, node, path, false);
  auto field =
      std::find_if(fields.begin(), fields.end(), [&](const Field& f) { return f.name == group.short_name; });
  read_field(reading, *field, node, option_path(path, group.short_name));
}

// Whether the node has the form `{1: {…}}`, as from `--set list.1.name=value`, which changes existing
// elements.
bool is_numbered(const YAML::Node& node) {
  if (!node.IsMap() || node.size() == 0) return false;
  YAML::Node key = node.begin()->first;
  return key.IsScalar() && !key.Scalar().empty() &&
         key.Scalar().find_first_not_of("0123456789") == std::string::npos;
}

void read_numbered(const Reading& reading, const GroupList& list, const YAML::Node& node,
                   const std::string& path) {
  for (const auto& entry : node) {
    std::size_t index = list.size();
    std::string key = entry.first.IsScalar() ? entry.first.Scalar() : "";
    std::from_chars(key.data(), key.data() + key.size(), index);
    if (index >= list.size()) {
      throw OptionError(reading.where(entry.first) + ": " + path + " has " + std::to_string(list.size()) +
                        " elements, counted from 0; found " + in_quotes(key));
    }
    read_group(reading, list.element(index), entry.second, option_path(path, key));
  }
}

// A list replaces the previous one. So does one element without brackets, unless it is a mapping and there is
// exactly one element.
void read_list(const Reading& reading, const GroupList& list, const YAML::Node& node,
               const std::string& path) {
  if (is_numbered(node)) return read_numbered(reading, list, node, path);
  if (node.IsMap() && list.size() > 1 && reading.file.empty()) {
    throw OptionError(reading.where(node) + ": " + path + " has " + std::to_string(list.size()) +
                      " elements; say which, such as " + path + ".0");
  }
  bool over = node.IsMap() && list.size() == 1;
  if (!over) list.resize(0);
  list.resize(node.IsSequence() ? node.size() : node.IsNull() ? 0 : 1);
  for (std::size_t i = 0; i < list.size(); ++i) {
    read_group(reading, list.element(i), node.IsSequence() ? node[i] : node,
               option_path(path, std::to_string(i)));
  }
}

void read_field(const Reading& reading, const Field& field, const YAML::Node& node, const std::string& path) {
  if (auto* choice = std::get_if<Choice>(&field.slot)) return read_choice(reading, *choice, node, path);
  if (auto* group = std::get_if<Group>(&field.slot)) return read_group(reading, *group, node, path);
  if (auto* list = std::get_if<GroupList>(&field.slot)) return read_list(reading, *list, node, path);
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
      throw OptionError(reading.where(entry.first) + ": " +
                        in_quotes(option_path(path, entry.first.Scalar())) + " stands there twice");
    }
    if (!entry.first.IsScalar())
      throw OptionError(reading.where(entry.first) + ": expected an option's name");
    std::string name = entry.first.Scalar();
    if (has_type && name == "type") continue;
    auto field = std::find_if(fields.begin(), fields.end(), [&](const Field& f) { return f.name == name; });
    if (field == fields.end()) unknown_key(reading, entry.first, path, fields, has_type);
    read_field(reading, *field, entry.second, option_path(path, name));
  }
}

}  // namespace

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

}  // namespace heed
