// Parameter groups in flat memory: which stretches of the weights have which factor on the step size.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "heed/training/flat.h"
#include "heed/training/options.h"

namespace heed {

// A stretch of the flat weights with one factor on the step size; 0 = it is frozen.
struct RateStretch {
  int64_t begin = 0, size = 0;
  double rate = 1;
};

// Stretches that cover the whole layout, in its order; neighbours differ in their factor. An OptionError if a
// group matches no parameter, or if nothing is left to train.
std::vector<RateStretch> rate_stretches(std::span<const ParameterGroupOptions> groups,
                                        const FlatLayout& layout);

// The factor that a parameter has: that of the first group that matches its name, else 1.
double rate_of(std::span<const ParameterGroupOptions> groups, const std::string& name);

// Whether `name` matches `pattern`, in which * stands for any text, also for none.
bool matches(const std::string& pattern, const std::string& name);

}  // namespace heed
