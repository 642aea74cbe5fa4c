// Edit distance over the length of the reference, summed over the corpus before the division: character error
// rate.
#pragma once

#include <span>
#include <string>

#include "heed/metrics/score.h"

namespace heed {

Score character_error_rate(std::span<const std::string> predictions, std::span<const std::string> references);

}  // namespace heed
