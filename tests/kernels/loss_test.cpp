#include "heed/kernels/loss.h"

#include <gtest/gtest.h>

#include <cmath>

#include "kernels/random_values.h"

namespace heed::kernels {
namespace {

// −Σ q log p in double, with its gradient p − q.
double by_hand(const std::vector<float>& logits, const std::vector<float>& bias, std::size_t target,
               double smoothing, std::vector<double>& gradient) {
  double sum = 0, loss = 0;
  for (std::size_t i = 0; i < logits.size(); ++i) sum += std::exp(static_cast<double>(logits[i]) + bias[i]);
  gradient.clear();
  for (std::size_t i = 0; i < logits.size(); ++i) {
    double wanted = smoothing / static_cast<double>(logits.size()) + (i == target ? 1 - smoothing : 0);
    double log_probability = static_cast<double>(logits[i]) + bias[i] - std::log(sum);
    loss -= wanted * log_probability;
    gradient.push_back(std::exp(log_probability) - wanted);
  }
  return loss;
}

TEST(CrossEntropy, IsItsEquation) {
  for (int64_t columns : {1, 5, 8, 30, 1000}) {
    for (double smoothing : {0.0, 0.1}) {
      auto logits = random_values(columns, "x"), bias = random_values(columns, "b");
      for (float& logit : logits) logit *= 20;
      int64_t target = columns / 2;
      std::vector<double> gradient;
      double expected = by_hand(logits, bias, static_cast<std::size_t>(target), smoothing, gradient);
      double loss = cross_entropy(logits.data(), bias.data(), 1, columns, &target, smoothing);
      EXPECT_NEAR(loss, expected, 1e-5 * std::max(1.0, expected));
      for (std::size_t i = 0; i < gradient.size(); ++i) EXPECT_NEAR(logits[i], gradient[i], 1e-6);
    }
  }
}

TEST(CrossEntropy, StandsLogitsFarFromZero) {
  std::vector<float> logits = {1000, 990, -1000}, bias(3, 0);
  int64_t target = 1;
  EXPECT_NEAR(cross_entropy(logits.data(), bias.data(), 1, 3, &target, 0), 10, 1e-3);
  EXPECT_NEAR(logits[0], 1, 1e-3);
}

TEST(AddColumns, AddsTheScaledSums) {
  std::vector<float> rows = {1, 2, 3, 4, 5, 6}, to = {10, 20, 30};
  add_columns(rows.data(), 2, 3, 2, to.data());
  EXPECT_EQ(to, (std::vector<float>{20, 34, 48}));
}

}  // namespace
}  // namespace heed::kernels
