#include "heed/kernels/loss.h"

#include <algorithm>
#include <cmath>

#include "heed/kernels/simd.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "heed/kernels/loss.cpp"
#include <hwy/foreach_target.h>

#include "heed/kernels/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace heed::kernels::HWY_NAMESPACE {

// Computes the loss of one row and replaces its logits by the gradient.
double cross_entropy_row(float* x, const float* bias, int64_t columns, int64_t target, double smoothing) {
  Floats d;
  auto largest = hn::Set(d, x[0] + bias[0]), sums = hn::Zero(d);
  float sum = 0;
  int64_t whole = columns / kLanes * kLanes;
  for (int64_t i = 0; i < whole; i += kLanes) {
    auto logits = hn::Add(hn::LoadU(d, x + i), hn::LoadU(d, bias + i));
    hn::StoreU(logits, d, x + i);
    largest = hn::Max(largest, logits);
    sums = hn::Add(sums, logits);
  }
  float top = hn::GetLane(hn::MaxOfLanes(d, largest));
  sum = hn::GetLane(hn::SumOfLanes(d, sums));
  for (int64_t i = whole; i < columns; ++i) {
    x[i] += bias[i];
    top = std::max(top, x[i]);
    sum += x[i];
  }
  double at_target = x[target];
  auto total = hn::Zero(d);
  float rest = 0;
  for (int64_t i = 0; i < whole; i += kLanes) {
    auto power = exp(d, hn::Sub(hn::LoadU(d, x + i), hn::Set(d, top)));
    hn::StoreU(power, d, x + i);
    total = hn::Add(total, power);
  }
  for (int64_t i = whole; i < columns; ++i) rest += x[i] = std::exp(x[i] - top);
  float powers = hn::GetLane(hn::SumOfLanes(d, total)) + rest;
  float factor = 1 / powers, spread = static_cast<float>(smoothing / static_cast<double>(columns));
  each(columns, [&](auto tag, int64_t i) HWY_ATTR {
    hn::StoreU(hn::MulSub(hn::LoadU(tag, x + i), hn::Set(tag, factor), hn::Set(tag, spread)), tag, x + i);
  });
  x[target] -= static_cast<float>(1 - smoothing);
  double log_sum = std::log(static_cast<double>(powers)) + top;
  double mean = static_cast<double>(sum) / static_cast<double>(columns);
  return log_sum - (1 - smoothing) * at_target - smoothing * mean;
}

double cross_entropy_rows(float* logits, const float* bias, int64_t rows, int64_t columns,
                          const int64_t* targets, double smoothing) {
  double sum = 0;
  for (int64_t row = 0; row < rows; ++row)
    sum += cross_entropy_row(logits + row * columns, bias, columns, targets[row], smoothing);
  return sum;
}

void add_column_sums(const float* from, int64_t rows, int64_t columns, float factor, float* to) {
  for (int64_t row = 0; row < rows; ++row, from += columns) {
    each(columns, [&](auto d, int64_t i) HWY_ATTR {
      hn::StoreU(hn::MulAdd(hn::Set(d, factor), hn::LoadU(d, from + i), hn::LoadU(d, to + i)), d, to + i);
    });
  }
}

}  // namespace heed::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace heed::kernels {

HWY_EXPORT(cross_entropy_rows);
HWY_EXPORT(add_column_sums);

double cross_entropy(float* logits, const float* bias, int64_t rows, int64_t columns, const int64_t* targets,
                     double smoothing) {
  settle_simd();
  return HWY_DYNAMIC_DISPATCH(cross_entropy_rows)(logits, bias, rows, columns, targets, smoothing);
}

void add_columns(const float* from, int64_t rows, int64_t columns, float factor, float* to) {
  settle_simd();
  HWY_DYNAMIC_DISPATCH(add_column_sums)(from, rows, columns, factor, to);
}

}  // namespace heed::kernels
#endif
