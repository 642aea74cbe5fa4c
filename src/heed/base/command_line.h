// The command line of one verb, from the same field lists as recipes. A verb's options struct declares its
// flags in `fields` and its positional arguments, in order, in `arguments`; a positional whose value may be
// left out has a help text that begins with "optional", and the last may be a list: one or more.
#pragma once

#include <cstdio>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "heed/base/options.h"

namespace heed {

struct Verb {
  std::string name;     // "run"
  std::string summary;  // one line
};

// Fills flags (`--beam 4`, `--beam=4`, switches without a value, lists that take all values up to the next
// flag, numbers that may be left out) and positionals; throws an OptionError that names the nearest flag.
void read_command_line(const Verb& verb, std::span<const Field> flags, std::span<const Field> positionals,
                       std::span<const std::string> words);

std::string usage_line(const Verb& verb, std::span<const Field> flags, std::span<const Field> positionals);
std::string help_text(const Verb& verb, std::span<const Field> flags, std::span<const Field> positionals);

template <class O>
std::vector<Field> positionals_of(O& options) {
  std::vector<Field> fields;
  O::arguments(options, [&](const char* name, auto& value, const char* help) {
    fields.push_back({name, help, {}, detail::slot_of(value)});
  });
  return fields;
}

// The verb's options; nothing if help was asked for, which is then printed.
template <class O>
std::optional<O> read_verb(const Verb& verb, std::span<const std::string> words) {
  O options;
  std::vector<Field> flags = fields_of(options), positionals = positionals_of(options);
  for (const std::string& word : words) {
    if (word == "--") break;
    if (word == "--help" || word == "-h") {
      std::fputs(help_text(verb, flags, positionals).c_str(), stdout);
      return std::nullopt;
    }
  }
  read_command_line(verb, flags, positionals, words);
  return options;
}

}  // namespace heed
