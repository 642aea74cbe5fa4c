#include "heed/evaluate/run_facts.h"

#include <limits>

namespace heed {

double number_of(const NamedNumbers& numbers, const std::string& name) {
  for (const auto& [key, value] : numbers)
    if (key == name) return value;
  return std::numeric_limits<double>::quiet_NaN();
}

}  // namespace heed
