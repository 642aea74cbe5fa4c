// Options that are declared once. An options struct lists its fields in one static function:
//
//   struct AdamOptions {
//     double rate = 1e-3;
//     static void fields(auto& o, auto&& f) { f("rate", o.rate, "step size", between(0.0, 1.0)); }
//   };
//
// The list serves to read and write YAML, to read `--set a.b=c` and command lines, to print help, to check
// ranges, and to name the line and the nearest known key when a key is unknown. Structs nest in three ways:
//
// - A struct within a struct is a YAML mapping. If it has `static constexpr const char* kShort`, the value of
//   the field with that name may stand in place of the mapping.
// - A choice of component is a std::variant of options structs, each of which has a
//   `static constexpr const char* kType`. Its mapping has the key `type`; the type may also stand in place of
//   the mapping (`cell: gru`).
// - A list of components is a std::vector of options structs: a YAML list, or one element without brackets.
//   `--set list.0.name=value` changes an element.
//
// All functions that read throw an OptionError, which names the place, if the text does not fit.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "heed/base/error.h"

namespace heed {

// The values that a field may have.
struct Rule {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  std::vector<std::string> names;  // The strings that are allowed; empty: any.
  std::string bare;                // The value of a flag that stands without one; empty: it needs a value.
  // "a number from 1 to 100", for messages; empty if any value is allowed.
  std::string expected() const;
};

Rule between(double low, double high);  // Both bounds are allowed.
Rule at_least(double low);
// A number of things or a width, from `low` to 10⁹, so that sums and small multiples do not overflow.
Rule count_from(double low);
Rule one_of(std::vector<std::string> names);
// Adds to `rule` that the flag may stand on a command line without a value, and then has the value `bare`.
Rule or_bare(Rule rule, std::string bare);

struct Field;

// Access to a nested options struct.
struct Group {
  std::function<std::vector<Field>()> fields;
  std::string short_name;  // The field whose value may stand in place of the mapping; empty: none.
};

// Access to a vector of options structs.
struct GroupList {
  std::function<std::size_t()> size;
  std::function<void(std::size_t)> resize;  // New elements have their default values.
  std::function<Group(std::size_t)> element;
};

// Access to a variant of options structs: all types, the chosen type, and the fields of the chosen struct.
struct Choice {
  std::vector<std::string> types;
  std::function<std::string()> type;
  std::function<void(const std::string&)> select;
  std::function<std::vector<Field>()> fields;
};

// A pointer to the value of a field, or access to nested structs. An optional string has no value unless the
// option was given, which may be as "".
using Slot = std::variant<bool*, int64_t*, double*, std::string*, std::optional<std::string>*,
                          std::vector<std::string>*, Group, GroupList, Choice>;

struct Field {
  std::string name;
  std::string help;
  Rule rule;
  Slot slot;
};

template <class O>
std::vector<Field> fields_of(O& options);

namespace detail {

template <class T>
struct IsVariant : std::false_type {};
template <class... O>
struct IsVariant<std::variant<O...>> : std::true_type {};

template <class... O>
Choice choice_of(std::variant<O...>& value) {
  Choice choice;
  choice.types = {O::kType...};
  choice.type = [&value] { return std::visit([](auto& o) { return std::string(o.kType); }, value); };
  choice.select = [&value](const std::string& type) {
    (void)((type == O::kType ? (value.template emplace<O>(), true) : false) || ...);
  };
  choice.fields = [&value] { return std::visit([](auto& o) { return fields_of(o); }, value); };
  return choice;
}

template <class O>
Group group_of(O& value) {
  Group group;
  group.fields = [&value] { return fields_of(value); };
  if constexpr (requires { O::kShort; }) group.short_name = O::kShort;
  return group;
}

template <class T>
struct IsGroupList : std::false_type {};
template <class O>
requires(std::is_class_v<O> && !std::is_same_v<O, std::string>) struct IsGroupList<std::vector<O>>
    : std::true_type {
};

template <class O>
GroupList list_of(std::vector<O>& values) {
  return {[&values] { return values.size(); }, [&values](std::size_t size) { values.resize(size); },
          [&values](std::size_t i) { return group_of(values.at(i)); }};
}

template <class T>
Slot slot_of(T& value) {
  if constexpr (IsVariant<T>::value) {
    return choice_of(value);
  } else if constexpr (IsGroupList<T>::value) {
    return list_of(value);
  } else if constexpr (requires { T::fields(value, [](auto&&...) {}); }) {
    return group_of(value);
  } else {
    return &value;
  }
}

}  // namespace detail

// The fields of an options struct. They point into it and are valid while it lives and its variants and
// vectors keep their types and sizes.
template <class O>
std::vector<Field> fields_of(O& options) {
  std::vector<Field> fields;
  O::fields(options, [&](const char* name, auto& value, const char* help, Rule rule = {}) {
    fields.push_back({name, help, std::move(rule), detail::slot_of(value)});
  });
  return fields;
}

// The place from which the value of each option came ("recipe.yml:7", "--set model.width"), by the path of
// the option, for messages.
using Origins = std::map<std::string, std::string>;

// Reads a YAML mapping into the fields; those that it does not name keep their values. `file` names the text
// in messages. Top-level keys in `ignored` are skipped.
void read_yaml(std::span<const Field> fields, const std::string& text, const std::string& file,
               std::span<const std::string> ignored, Origins& origins);
// Reads one setting `a.b=c` into the fields.
void read_override(std::span<const Field> fields, const std::string& setting, Origins& origins);
// Throws an OptionError if a value breaks the rule of its field.
void check_rules(std::span<const Field> fields, const Origins& origins);
// Sets a value from its text, or appends it to a list of strings. The message of a failure begins with
// `where`.
void set_field(const Field& field, const std::string& text, const std::string& where);

// True if the field holds a value itself, false if it nests options structs.
bool is_value(const Field& field);

// The fields of one options struct that is nested under a field, and its path ("data.corpora.0").
struct NestedFields {
  std::string path;
  std::vector<Field> fields;
};
// The options structs nested under a field at `path`: none for a value, one for a struct or the chosen
// alternative of a variant, one for each element of a list.
std::vector<NestedFields> nested_fields(const Field& field, const std::string& path);

// The names with `between` between them, "a, b, c".
std::string join_names(std::span<const std::string> names, const char* between);
// "model.width"; the name alone if the group is "".
std::string option_path(const std::string& group, const std::string& name);

// YAML from which read_yaml() reads the same values.
std::string fields_to_yaml(std::span<const Field> fields);
// One line for each option: its path, its value, its help text and the allowed values.
std::string describe_fields(std::span<const Field> fields);

// Reads options from YAML text and then from the overrides, in order, and checks the rules. If the struct has
// a function `check`, it is called at the end, for rules about several fields.
template <class O>
O read_options(const std::string& text, const std::string& file, std::span<const std::string> overrides = {},
               std::span<const std::string> ignored = {}) {
  O options;
  Origins origins;
  read_yaml(fields_of(options), text, file, ignored, origins);
  for (const std::string& setting : overrides) read_override(fields_of(options), setting, origins);
  check_rules(fields_of(options), origins);
  if constexpr (requires { options.check(); }) options.check();
  return options;
}

template <class O>
std::string write_options(O options) {
  return fields_to_yaml(fields_of(options));
}

template <class O>
std::string describe_options(O options) {
  return describe_fields(fields_of(options));
}

}  // namespace heed
