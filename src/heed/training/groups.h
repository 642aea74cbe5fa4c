// Finds which stretches of the flat weights have which factor on the step size.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "heed/training/flat.h"
#include "heed/training/options.h"

namespace heed {

// A stretch of the flat weights with one factor on the step size; a factor of 0 freezes it.
struct RateStretch {
  int64_t begin = 0, size = 0;
  double rate = 1;
};

// Returns stretches that cover the whole layout in its order; neighbouring stretches have different factors.
// Throws OptionError if a group matches no parameter, or if all parameters are frozen.
std::vector<RateStretch> rate_stretches(std::span<const ParameterGroupOptions> groups,
                                        const FlatLayout& layout);

// The factor of a parameter: that of the first group that matches its name, or 1 if none does.
double rate_of(std::span<const ParameterGroupOptions> groups, const std::string& name);

// Whether `name` matches `pattern`. A * in the pattern stands for any text, including none.
bool matches(const std::string& pattern, const std::string& name);

}  // namespace heed
