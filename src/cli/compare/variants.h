// The variants of a comparison. Each --over KEY=V1,V2,… is an axis. Each --variant, and each entry of a
// --variants file, is a set of settings that change together. The variants are the product of all axes and of
// that list. A variant is named after its settings, and its runs have directories of that name.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace heed::cli {

struct Variant {
  std::string name;                   // as shown to people
  std::string slug;                   // name of its directories: unique and valid in any file system
  std::vector<std::string> settings;  // "a.b=c", in the order in which they apply
  int64_t seeds = 0;                  // 0: the number given by --seeds
};

// Reads one axis: KEY=V1,V2,…. Values are YAML: commas inside brackets, braces and quotes do not separate.
std::vector<Variant> read_over(const std::string& text);
// Reads "NAME: a.b=c d.e=f".
Variant read_variant(const std::string& text);
// Reads a YAML file that maps the name of each variant to a map of settings; the setting `seeds` is its
// number of seeds.
std::vector<Variant> read_variants(const std::string& text, const std::string& file);

struct VariantWords {
  std::vector<std::string> over, variants;
  std::string file;  // "" = none
};

// All variants in the order of the command line, with unique names and slugs.
std::vector<Variant> make_variants(const VariantWords& words);

// The name in lower-case letters, digits and "-._=", which directories can have on every system.
std::string slug_of(const std::string& name);

// The parts of `text` between those `separator`s that are outside brackets and quotes.
std::vector<std::string> split_outside(const std::string& text, char separator);

}  // namespace heed::cli
