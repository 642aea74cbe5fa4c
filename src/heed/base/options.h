// Options, declared once. An options struct lists its fields in one static function:
//
//   struct AdamOptions {
//     double rate = 1e-3;
//     static void fields(auto& o, auto&& f) { f("rate", o.rate, "step size", between(0.0, 1.0)); }
//   };
//
// and from that one list come YAML reading and writing, `--set a.b=c`, help, range checks, and errors for
// unknown keys that name the nearest key and the line. A choice of component is a std::variant of options
// structs, each with `static constexpr const char* kType`, picked by its `type:` key (or by the bare name,
// `cell: gru`). A list of components is a std::vector of options structs: a YAML list, or one element without
// the brackets; `--set list.0.name=value` reaches into it. A struct with `static constexpr const char*
// kShort` may be given as that one field's value alone.
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

// What a value must satisfy, and how to say so.
struct Rule {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  std::vector<std::string> names;  // for strings and lists of them: the allowed ones; empty = any
  std::string bare;  // on a command line: what the flag alone stands for; empty = it needs a value
  std::string expected() const;
};

Rule between(double low, double high);
Rule at_least(double low);
// A count of things, or a width: from `low` to a thousand million, so that sums and small multiples of them
// fit.
Rule count_from(double low);
Rule one_of(std::vector<std::string> names);
// `rule`, and the flag may stand without a value, which is `bare` then.
Rule or_bare(Rule rule, std::string bare);

struct Field;

// A nested options struct.
struct Group {
  std::function<std::vector<Field>()> fields;
  std::string short_name;  // the field that a bare value stands for; "" = none
};

// A vector of options structs.
struct GroupList {
  std::function<std::size_t()> size;
  std::function<void(std::size_t)> resize;  // new ones have their defaults
  std::function<Group(std::size_t)> element;
};

// A variant of options structs: which types there are, which is chosen, and the chosen one's fields.
struct Choice {
  std::vector<std::string> types;
  std::function<std::string()> type;
  std::function<void(const std::string&)> select;
  std::function<std::vector<Field>()> fields;
};

// The value of an optional string is empty unless the option was given, if only as "".
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

// The fields of one options struct, pointing into it: valid while it lives.
template <class O>
std::vector<Field> fields_of(O& options) {
  std::vector<Field> fields;
  O::fields(options, [&](const char* name, auto& value, const char* help, Rule rule = {}) {
    fields.push_back({name, help, std::move(rule), detail::slot_of(value)});
  });
  return fields;
}

// Where the value of each option came from ("recipe.yml:7", "--set model.width"), for messages.
using Origins = std::map<std::string, std::string>;

// Reads a YAML mapping over what the fields hold; top-level keys in `ignored` are passed over.
void read_yaml(std::span<const Field> fields, const std::string& text, const std::string& file,
               std::span<const std::string> ignored, Origins& origins);
// Reads one `a.b=c` over what the fields hold.
void read_override(std::span<const Field> fields, const std::string& setting, Origins& origins);
// Checks every rule, once, after all overrides.
void check_rules(std::span<const Field> fields, const Origins& origins);
// Sets one scalar or list element from its text; the message begins with `where`.
void set_field(const Field& field, const std::string& text, const std::string& where);

// The options under a field that is no value itself, with their paths: one group, or one for each of a list.
struct Below {
  std::string path;
  std::vector<Field> fields;
};
bool is_value(const Field& field);
std::vector<Below> below(const Field& field, const std::string& path);

// "a, b, c"; "model.width".
std::string join_names(std::span<const std::string> names, const char* between);
std::string option_path(const std::string& group, const std::string& name);

std::string fields_to_yaml(std::span<const Field> fields);
// One line an option: its full name, its value, what it means, what is allowed.
std::string describe_fields(std::span<const Field> fields);

// The whole way in: YAML text, then overrides in order, then the rules; then, if the struct has one, its own
// `check`, for what no single field can say.
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
