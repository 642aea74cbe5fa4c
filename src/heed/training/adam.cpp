#include "heed/training/adam.h"

#include <cmath>

namespace heed {

void adam_step(const AdamOptions& options, const AdamSlices& s, double scale, int64_t update) {
  auto beta1 = static_cast<float>(options.beta1), beta2 = static_cast<float>(options.beta2);
  auto factor = static_cast<float>(scale), epsilon = static_cast<float>(options.epsilon);
  auto t = static_cast<double>(update);
  auto rate = static_cast<float>(options.rate / (1 - std::pow(options.beta1, t)));
  auto correction = static_cast<float>(1 / (1 - std::pow(options.beta2, t)));
  for (int64_t i = 0; i < s.size; ++i) {
    float g = s.gradient[i] * factor;
    s.first[i] = beta1 * s.first[i] + (1 - beta1) * g;
    s.second[i] = beta2 * s.second[i] + (1 - beta2) * g * g;
    s.weights[i] -= rate * s.first[i] / (std::sqrt(s.second[i] * correction) + epsilon);
  }
}

}  // namespace heed
