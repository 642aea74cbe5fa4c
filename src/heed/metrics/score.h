// A number that judges predictions, with how it was computed, so that two numbers can be compared or seen not
// to be.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace heed {

struct Score {
  std::string name;
  double value = 0;       // a fraction, 0 … 1 for rates
  int64_t count = 0;      // over how many examples or reference units
  std::string signature;  // settings, "case:mixed|unit:character"
  bool higher_is_better = true;
};

// An InputError unless there is a prediction for a reference.
void require_pairs(std::span<const std::string> predictions, std::span<const std::string> references);

}  // namespace heed
