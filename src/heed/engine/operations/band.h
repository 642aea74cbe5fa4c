// Whether an offset from a window's centre lies inside the window, and its weight there.
#pragma once

#include <cmath>
#include <cstdint>

namespace heed::engine {

inline bool is_inside(float offset, int64_t before, int64_t after) {
  return (before < 0 || offset >= static_cast<float>(-before)) &&
         (after < 0 || offset <= static_cast<float>(after));
}

inline float bell(float offset, double deviation) {
  return std::exp(offset * offset * static_cast<float>(-0.5 / (deviation * deviation)));
}

}  // namespace heed::engine
