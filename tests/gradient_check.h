// The one gradient checker: the gradient that autograd gives against central differences, in double
// precision.
#pragma once

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "heed/base/random.h"
#include "heed/ops/recorder.h"

namespace heed {

// Made-up numbers in (−1, 1), the same every time.
inline Tensor random_values(std::vector<int64_t> shape, const std::string& name,
                            at::ScalarType type = at::kDouble) {
  Tensor tensor = at::empty(shape, at::TensorOptions().dtype(at::kDouble));
  Random random(1, name);
  for (int64_t i = 0; i < tensor.numel(); ++i) {
    tensor.data_ptr<double>()[i] = 2 * random.uniform(static_cast<uint64_t>(i)) - 1;
  }
  return tensor.to(type);
}

// `loss` is a scalar function of the leaves. At most `samples` elements of each leaf are tried, spread over
// it.
inline void check_gradients(const NamedTensors& leaves, const std::function<Tensor()>& loss,
                            int64_t samples = 40) {
  constexpr double kStep = 1e-5, kTolerance = 1e-7;
  for (const auto& [name, leaf] : leaves) leaf.mutable_grad() = Tensor();
  loss().backward();
  at::NoGradGuard no_gradient;
  for (const auto& [name, leaf] : leaves) {
    ASSERT_TRUE(leaf.grad().defined()) << name << " gets no gradient";
    Tensor gradient = leaf.grad().contiguous();
    int64_t stride = std::max<int64_t>(1, leaf.numel() / samples);
    for (int64_t i = 0; i < leaf.numel(); i += stride) {
      double& element = leaf.data_ptr<double>()[i];
      double before = element;
      element = before + kStep;
      double above = loss().item<double>();
      element = before - kStep;
      double below = loss().item<double>();
      element = before;
      double expected = (above - below) / (2 * kStep);
      ASSERT_NEAR(gradient.data_ptr<double>()[i], expected, kTolerance * std::max(1.0, std::abs(expected)))
          << name << "[" << i << "]";
    }
  }
}

}  // namespace heed
