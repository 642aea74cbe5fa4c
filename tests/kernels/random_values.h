// Random numbers in (−1, 1), the same every time.
#pragma once

#include <string>
#include <vector>

#include "heed/base/random.h"

namespace heed::kernels {

inline std::vector<float> random_values(int64_t count, const std::string& name) {
  Random random(1, name);
  std::vector<float> values(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(2 * random.uniform(i) - 1);
  return values;
}

}  // namespace heed::kernels
