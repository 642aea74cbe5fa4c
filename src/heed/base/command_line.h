// Reads the command line of one verb ("heed run …") into an options struct (options.h). The struct declares
// its flags in `fields` and its positional arguments, in order, in a function `arguments` of the same form. A
// positional argument whose help text begins with "optional" may be left out. The last one may be a list, of
// one value or more.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "heed/base/options.h"

namespace heed {

struct Verb {
  std::string name;     // The word after "heed", such as "run".
  std::string summary;  // One line that describes the verb.
};

// Reads `words`, those after the verb, into the fields. A flag is written `--beam 4` or `--beam=4`, a bool
// has no value, a list takes all values up to the next flag, and the value of a flag with or_bare() may be
// left out. After `--` all words are positional. Throws an OptionError if a word does not fit or a value
// breaks its rule; of an unknown flag the message names the nearest one.
void read_command_line(const Verb& verb, std::span<const Field> flags, std::span<const Field> positionals,
                       std::span<const std::string> words);

// "heed run MODEL [--beam N]".
std::string usage_line(const Verb& verb, std::span<const Field> flags, std::span<const Field> positionals);
// The summary, the usage and one line for each argument and flag. It ends with a line feed.
std::string help_text(const Verb& verb, std::span<const Field> flags, std::span<const Field> positionals);

// The positional arguments of an options struct. The fields point into it.
template <class O>
std::vector<Field> positionals_of(O& options) {
  std::vector<Field> fields;
  O::arguments(options, [&](const char* name, auto& value, const char* help) {
    fields.push_back({name, help, {}, detail::slot_of(value)});
  });
  return fields;
}

// True if --help or -h is among the words, before a "--".
bool asks_for_help(std::span<const std::string> words);

// The help text of the verb whose options struct is O.
template <class O>
std::string verb_help(const Verb& verb) {
  O options;
  return help_text(verb, fields_of(options), positionals_of(options));
}

// The options that the words give. Throws as read_command_line() does.
template <class O>
O read_verb_options(const Verb& verb, std::span<const std::string> words) {
  O options;
  read_command_line(verb, fields_of(options), positionals_of(options), words);
  return options;
}

}  // namespace heed
