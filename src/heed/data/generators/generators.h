// The built-in data sets that a recipe, or `heed make`, can choose from. Each is an options struct with
// `open`, which gives a split's records.
#pragma once

#include <variant>

#include "heed/data/generators/aligned.h"
#include "heed/data/generators/dates.h"
#include "heed/data/generators/names.h"
#include "heed/data/generators/numbers.h"
#include "heed/data/generators/symbols.h"

namespace heed {

// Nothing built in: the recipe needs files.
struct NoGeneratorOptions {
  static constexpr const char* kType = "none";
  static void fields(auto&, auto&&) {}
};

using GeneratorOptions = std::variant<NoGeneratorOptions, DatesOptions, ReversalOptions, SortingOptions,
                                      NumbersOptions, NamesOptions, AlignedOptions>;

}  // namespace heed
