// The built-in data sets that a recipe or `heed make` can choose from. Each is an options struct with a
// member `open`, which returns the records of a split.
#pragma once

#include <variant>

#include "heed/data/generators/aligned.h"
#include "heed/data/generators/dates.h"
#include "heed/data/generators/names.h"
#include "heed/data/generators/numbers.h"
#include "heed/data/generators/opinions.h"
#include "heed/data/generators/symbols.h"

namespace heed {

// No built-in data set: the recipe needs files.
struct NoGeneratorOptions {
  static constexpr const char* kType = "none";
  static void fields(auto&, auto&&) {}
};

using GeneratorOptions = std::variant<NoGeneratorOptions, DatesOptions, ReversalOptions, SortingOptions,
                                      NumbersOptions, NamesOptions, AlignedOptions, OpinionsOptions>;

}  // namespace heed
