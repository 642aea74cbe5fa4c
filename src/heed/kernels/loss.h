// Softmax and cross-entropy of rows of logits, in place.
#pragma once

#include <cstdint>

namespace heed::kernels {

// Each row has one target. Returns the sum of −Σ q log softmax(logits), and replaces the logits by the
// gradient, softmax(logits) − q. q is 1 − smoothing at the target, and smoothing is spread evenly over all
// columns.
double cross_entropy(float* logits, const float* bias, int64_t rows, int64_t columns, const int64_t* targets,
                     double smoothing);

// to[c] += factor · Σ_r from[r,c]
void add_columns(const float* from, int64_t rows, int64_t columns, float factor, float* to);

}  // namespace heed::kernels
