// Adam on a slice of flat memory (Kingma & Ba 2015):
//   m ← β₁ m + (1−β₁) g,  v ← β₂ v + (1−β₂) g²,  w ← w − rate · (m / (1−β₁ᵗ)) / (√(v / (1−β₂ᵗ)) + ε)
#pragma once

#include <cstdint>

#include "heed/training/options.h"

namespace heed {

struct AdamSlices {
  float* weights;
  const float* gradient;
  float *first, *second;  // m, v
  int64_t size;
};

// `update` counts from 1; the gradient is multiplied by `scale` first.
void adam_step(const AdamOptions& options, const AdamSlices& slices, double scale, int64_t update);

}  // namespace heed
