// The parts of an update on flat memory, each in one pass.
#pragma once

#include <cstdint>

namespace heed::kernels {

// sum += addend (null: nothing), then sets addend to zero; returns Σ sum².
double add_and_square(float* sum, float* addend, int64_t count);

// m ← β₁ m + (1−β₁) g,  v ← β₂ v + (1−β₂) g²,  w ← keep · w − rate · m / (√(correction · v) + ε), with g =
// scale times the gradient.
struct AdamStep {
  float beta1, beta2, scale, rate, correction, epsilon, keep;
};
void adam(const AdamStep& step, float* weights, float* gradient, float* first, float* second, int64_t count);

// average ← decay · average + (1 − decay) · values
void follow(float* average, const float* values, float decay, int64_t count);

}  // namespace heed::kernels
