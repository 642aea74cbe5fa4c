// What a comparison compares. Each --over KEY=V1,V2,… is an axis; each --variant, and each entry of a
// --variants file, is a set of settings that change together; the variants are the product of all axes and of
// that list. A variant is called by what makes it different, and its runs lie in directories of that name.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace heed::cli {

struct Variant {
  std::string name;                   // as it is shown
  std::string slug;                   // as its directories are called: unique, safe in any file system
  std::vector<std::string> settings;  // "a.b=c", in the order in which they apply
  int64_t seeds = 0;                  // 0 = as many as --seeds says
};

// One axis: KEY=V1,V2,…. Values are YAML: commas inside brackets, braces and quotes do not separate.
std::vector<Variant> read_over(const std::string& text);
// "NAME: a.b=c d.e=f".
Variant read_variant(const std::string& text);
// A YAML file, a map from a variant's name to a map of settings; `seeds` among them is its own number.
std::vector<Variant> read_variants(const std::string& text, const std::string& file);

struct VariantWords {
  std::vector<std::string> over, variants;
  std::string file;  // "" = none
};

// All of them, in the order in which they were said, with names and slugs that differ.
std::vector<Variant> make_variants(const VariantWords& words);

// The name in lower-case letters, digits and "-._=" that a directory can have everywhere.
std::string slug_of(const std::string& name);

// Parts of `text` between `separator`s that stand outside brackets and quotes.
std::vector<std::string> split_outside(const std::string& text, char separator);

}  // namespace heed::cli
