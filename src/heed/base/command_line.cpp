#include "heed/base/command_line.h"

#include <algorithm>

#include "heed/base/edit_distance.h"

namespace heed {
namespace {

bool is_switch(const Field& field) {
  return std::holds_alternative<bool*>(field.slot);
}

bool is_list(const Field& field) {
  return std::holds_alternative<std::vector<std::string>*>(field.slot);
}

bool is_optional(const Field& field) {
  return field.help.starts_with("optional");
}

// "--data FILE…": what stands after the flag is the field's name in capitals unless it is a number.
std::string placeholder(const Field& field) {
  if (is_switch(field)) return "";
  if (!field.rule.bare.empty()) return " [N]";
  if (std::holds_alternative<int64_t*>(field.slot)) return " N";
  if (std::holds_alternative<double*>(field.slot)) return " X";
  return is_list(field) ? " VALUE…" : " VALUE";
}

// "MODEL", "[TEXT]", "REF…": a positional in the usage.
std::string positional_text(const Field& field) {
  std::string text = field.name + (is_list(field) ? "…" : "");
  return is_optional(field) ? "[" + text + "]" : text;
}

bool is_digits(const std::string& word) {
  return !word.empty() && word.find_first_not_of("0123456789") == std::string::npos;
}

class Reader {
 public:
  Reader(const Verb& verb, std::span<const Field> flags, std::span<const Field> positionals,
         std::span<const std::string> words)
      : verb_(verb), flags_(flags), positionals_(positionals), words_(words) {}

  void read() {
    while (next_ < words_.size()) {
      const std::string& word = words_[next_++];
      if (word == "--") {
        while (next_ < words_.size()) read_positional(words_[next_++]);
      } else if (word.starts_with("--") || (word.size() > 1 && word[0] == '-')) {
        read_flag(word);
      } else {
        read_positional(word);
      }
    }
    for (; positional_ < positionals_.size(); ++positional_) {
      if (!is_optional(positionals_[positional_]) && !in_list_) {
        throw OptionError("heed " + verb_.name + ": " + positionals_[positional_].name +
                          " is missing; usage: " + usage_line(verb_, flags_, positionals_));
      }
    }
    std::vector<Field> typed(flags_.begin(), flags_.end());
    Origins origins;
    for (Field& flag : typed) {
      flag.name = "--" + flag.name;
      origins[flag.name] = "heed " + verb_.name;
    }
    check_rules(typed, origins);
  }

 private:
  void read_flag(const std::string& word) {
    std::size_t equals = word.find('=');
    std::string name = word.substr(0, equals);
    auto field =
        std::find_if(flags_.begin(), flags_.end(), [&](const Field& f) { return "--" + f.name == name; });
    if (field == flags_.end()) unknown_flag(name);
    std::string where = "heed " + verb_.name + ": " + name;
    if (is_switch(*field)) {
      if (equals != std::string::npos) throw OptionError(where + " takes no value, found '" + word + "'");
      return set_field(*field, "true", where);
    }
    if (equals != std::string::npos) return set_field(*field, word.substr(equals + 1), where);
    if (!field->rule.bare.empty()) {
      bool given = next_ < words_.size() && is_digits(words_[next_]);
      return set_field(*field, given ? words_[next_++] : field->rule.bare, where);
    }
    // A value may begin with one dash (a negative number), never with two.
    auto has_value = [&] { return next_ < words_.size() && !words_[next_].starts_with("--"); };
    if (!has_value())
      throw OptionError(where + ": expected" + placeholder(*field) + " after it, found nothing");
    set_field(*field, words_[next_++], where);
    // `--set` is repeated, a setting at a time; other lists take every value up to the next flag.
    if (is_list(*field) && field->name != "set") {
      while (has_value()) set_field(*field, words_[next_++], where);
    }
  }

  void read_positional(const std::string& word) {
    if (positional_ == positionals_.size()) {
      throw OptionError("heed " + verb_.name + ": unexpected argument '" + word +
                        "'; usage: " + usage_line(verb_, flags_, positionals_));
    }
    set_field(positionals_[positional_], word, "heed " + verb_.name);
    in_list_ = is_list(positionals_[positional_]);
    if (!in_list_) ++positional_;
  }

  [[noreturn]] void unknown_flag(const std::string& name) {
    std::vector<std::string> names = {"--help"};
    for (const Field& field : flags_) names.push_back("--" + field.name);
    auto guess = nearest_name(name, names);
    throw OptionError(
        "heed " + verb_.name + ": unknown option '" + name + "'; " +
        (guess ? "did you mean '" + *guess + "'?" : "usage: " + usage_line(verb_, flags_, positionals_)));
  }

  const Verb& verb_;
  std::span<const Field> flags_, positionals_;
  std::span<const std::string> words_;
  std::size_t next_ = 0, positional_ = 0;
  bool in_list_ = false;  // the positional that is being read is the list, and has a value
};

}  // namespace

void read_command_line(const Verb& verb, std::span<const Field> flags, std::span<const Field> positionals,
                       std::span<const std::string> words) {
  Reader(verb, flags, positionals, words).read();
}

bool asks_for_help(std::span<const std::string> words) {
  auto end = std::find(words.begin(), words.end(), "--");
  return std::any_of(words.begin(), end,
                     [](const std::string& word) { return word == "--help" || word == "-h"; });
}

std::string usage_line(const Verb& verb, std::span<const Field> flags, std::span<const Field> positionals) {
  std::string line = "heed " + verb.name;
  for (const Field& field : positionals) line += " " + positional_text(field);
  for (const Field& field : flags) {
    line += " [--" + field.name + placeholder(field) + "]" + (field.name == "set" ? "…" : "");
  }
  return line;
}

std::string help_text(const Verb& verb, std::span<const Field> flags, std::span<const Field> positionals) {
  std::string text = "heed " + verb.name + ": " + verb.summary +
                     "\n\nusage: " + usage_line(verb, flags, positionals) + "\n\n";
  auto line = [&](std::string left, const Field& field) {
    if (left.size() < 24) left.resize(24, ' ');
    std::string expected = field.rule.expected();
    text += "  " + left + " " + field.help + (expected.empty() ? "" : " (" + expected + ")") + "\n";
  };
  for (const Field& field : positionals) line(field.name, field);
  for (const Field& field : flags) line("--" + field.name + placeholder(field), field);
  return text;
}

}  // namespace heed
