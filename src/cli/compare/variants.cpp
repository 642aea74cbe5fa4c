#include "cli/compare/variants.h"

#include <algorithm>
#include <set>

#include "heed/base/error.h"
#include "heed/base/files.h"
#include "heed/base/yaml.h"

namespace heed::cli {
namespace {

std::string trimmed(const std::string& text) {
  std::size_t first = text.find_first_not_of(" \t\n"), last = text.find_last_not_of(" \t\n");
  return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

bool is_word(const std::string& value) {
  bool letter = !value.empty() && (std::isalpha(static_cast<unsigned char>(value[0])) != 0 ||
                                   static_cast<unsigned char>(value[0]) >= 0x80);
  return letter && value != "true" && value != "false" && value != "null";
}

std::string last_name(const std::string& key) {
  return key.substr(key.rfind('.') + 1);
}

// Names a value: a word alone is enough ("dot"); a number needs the name of its option ("width=64"); a map
// has its type and its other values.
std::string called(const std::string& name, const YAML::Node& value) {
  if (value.IsScalar()) return is_word(value.Scalar()) ? value.Scalar() : name + "=" + value.Scalar();
  if (!value.IsMap()) return name + "=" + YAML::Dump(value);
  std::string text = value["type"] && value["type"].IsScalar() ? value["type"].Scalar() : "";
  for (const auto& entry : value) {
    std::string key = entry.first.IsScalar() ? entry.first.Scalar() : "";
    if (key != "type") text += (text.empty() ? "" : " ") + called(key, entry.second);
  }
  return text.empty() ? name : text;
}

// One line, so that it can be a --set.
std::string flow(const YAML::Node& node) {
  YAML::Emitter out;
  out.SetMapFormat(YAML::Flow);
  out.SetSeqFormat(YAML::Flow);
  out << node;
  std::string text = out.c_str();
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

Variant entry_of(const std::string& name, const YAML::Node& settings, const std::string& where) {
  if (trimmed(name).empty()) throw OptionError(where + ": expected a variant's name, found nothing");
  if (!settings.IsMap() && !settings.IsNull())
    throw OptionError(where + ": " + name + ": expected a map of options, such as {training.ema: 0.99}");
  Variant variant{trimmed(name), "", {}, 0};
  for (const auto& entry : settings) {
    std::string key = entry.first.IsScalar() ? entry.first.Scalar() : "";
    if (key != "seeds") {
      variant.settings.push_back(key + "=" + flow(entry.second));
    } else if (!YAML::convert<int64_t>::decode(entry.second, variant.seeds) || variant.seeds < 1) {
      throw OptionError(where + ": " + name + ".seeds: expected a number of at least 1, found '" +
                        flow(entry.second) + "'");
    }
  }
  return variant;
}

std::vector<Variant> product(const std::vector<Variant>& left, const std::vector<Variant>& right) {
  std::vector<Variant> all;
  for (const Variant& a : left) {
    for (const Variant& b : right) {
      Variant both = a;
      both.name += (a.name.empty() || b.name.empty() ? "" : " ") + b.name;
      both.settings.insert(both.settings.end(), b.settings.begin(), b.settings.end());
      both.seeds = std::max(a.seeds, b.seeds);
      all.push_back(both);
    }
  }
  return all;
}

// Makes names unique: the second of two equal ones becomes "… (2)".
void make_unique(std::vector<Variant>& variants) {
  std::set<std::string> names, slugs;
  auto free = [](std::set<std::string>& taken, const std::string& text, const char* open, const char* close) {
    std::string one = text;
    for (int i = 2; !taken.insert(one).second; ++i) one = text + open + std::to_string(i) + close;
    return one;
  };
  for (Variant& variant : variants) {
    variant.name = free(names, variant.name, " (", ")");
    variant.slug = free(slugs, slug_of(variant.name), "-", "");
  }
}

}  // namespace

std::vector<std::string> split_outside(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  int depth = 0;
  char quote = 0;
  for (char c : text) {
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '{' || c == '[') {
      ++depth;
    } else if (c == '}' || c == ']') {
      --depth;
    }
    if (c == separator && depth <= 0 && quote == 0)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

std::vector<Variant> read_over(const std::string& text) {
  std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0)
    throw OptionError("heed compare: --over " + text +
                      ": expected KEY=VALUE,VALUE,…, such as model.attention.score.type=additive,dot");
  std::string key = trimmed(text.substr(0, equals));
  std::vector<Variant> axis;
  for (const std::string& part : split_outside(text.substr(equals + 1), ',')) {
    std::string value = trimmed(part);
    if (value.empty())
      throw OptionError("heed compare: --over " + text + ": expected a value between commas, found nothing");
    // The last part of "score.type" is not informative.
    std::string name = last_name(key) == "type" ? last_name(key.substr(0, key.rfind('.'))) : last_name(key);
    axis.push_back(
        {called(name, parse_yaml(value, "heed compare: --over " + text)), "", {key + "=" + value}, 0});
  }
  return axis;
}

Variant read_variant(const std::string& text) {
  std::size_t colon = text.find(':');
  std::string where = "heed compare: --variant " + text;
  if (colon == std::string::npos || trimmed(text.substr(0, colon)).empty())
    throw OptionError(where + ": expected NAME: KEY=VALUE KEY=VALUE…");
  Variant variant{trimmed(text.substr(0, colon)), "", {}, 0};
  for (const std::string& part : split_outside(text.substr(colon + 1), ' ')) {
    if (part.empty()) continue;
    if (part.find('=') == std::string::npos || part[0] == '=')
      throw OptionError(where + ": expected KEY=VALUE, found '" + part + "'");
    variant.settings.push_back(part);
  }
  return variant;
}

std::vector<Variant> read_variants(const std::string& text, const std::string& file) {
  YAML::Node root = parse_yaml(text, file);
  if (!root.IsMap() || root.size() == 0)
    throw OptionError(file + ": expected a map from variants' names to their options");
  std::vector<Variant> variants;
  for (const auto& entry : root) {
    std::string where = file + ":" + std::to_string(entry.first.Mark().line + 1);
    if (!entry.first.IsScalar()) throw OptionError(where + ": expected a variant's name");
    variants.push_back(entry_of(entry.first.Scalar(), entry.second, where));
  }
  return variants;
}

std::vector<Variant> make_variants(const VariantWords& words) {
  std::vector<Variant> listed, all(1);
  for (const std::string& text : words.variants) listed.push_back(read_variant(text));
  if (!words.file.empty()) {
    std::vector<Variant> more = read_variants(read_small_file(words.file, "a file of variants"), words.file);
    listed.insert(listed.end(), more.begin(), more.end());
  }
  if (listed.empty() && words.over.empty())
    throw OptionError(
        "heed compare: nothing to compare; expected --over KEY=VALUE,VALUE,…, --variant or --variants");
  if (!listed.empty()) all = product(all, listed);
  for (const std::string& text : words.over) all = product(all, read_over(text));
  make_unique(all);
  return all;
}

std::string slug_of(const std::string& name) {
  std::string slug;
  for (char c : name.substr(0, 80)) {
    auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0)
      slug += static_cast<char>(std::tolower(byte));
    else if (c == '_' || c == '=' || (c == '.' && !slug.empty()))
      slug += c;
    else if (!slug.empty() && slug.back() != '-')
      slug += '-';
  }
  while (!slug.empty() && slug.back() == '-') slug.pop_back();
  return slug.empty() ? "variant" : slug;
}

}  // namespace heed::cli
