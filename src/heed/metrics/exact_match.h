// The share of predictions that are the reference, byte for byte after trailing white space is removed.
#pragma once

#include <span>
#include <string>

#include "heed/metrics/score.h"

namespace heed {

Score exact_match(std::span<const std::string> predictions, std::span<const std::string> references);

}  // namespace heed
