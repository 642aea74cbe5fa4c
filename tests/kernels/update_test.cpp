#include "heed/kernels/update.h"

#include <gtest/gtest.h>

#include <cmath>

#include "kernels/random_values.h"

namespace heed::kernels {
namespace {

constexpr int64_t kCounts[] = {1, 7, 8, 33, 3001};

TEST(AddAndSquare, AddsAndSumsTheSquaresOfTheSums) {
  for (int64_t count : kCounts) {
    auto sum = random_values(count, "a"), before = sum, addend = random_values(count, "b");
    auto left = addend;
    double squares = add_and_square(sum.data(), left.data(), count), expected = 0;
    for (std::size_t i = 0; i < sum.size(); ++i) {
      EXPECT_EQ(sum[i], before[i] + addend[i]);
      EXPECT_EQ(left[i], 0.0F);
      expected += static_cast<double>(sum[i]) * sum[i];
    }
    EXPECT_NEAR(squares, expected, 1e-6 * expected);
    EXPECT_NEAR(add_and_square(sum.data(), nullptr, count), expected, 1e-6 * expected);
  }
}

TEST(AddAndSquare, DoesNotHideWhatIsNotFinite) {
  auto sum = random_values(100, "a");
  sum[77] = std::nanf("");
  EXPECT_TRUE(std::isnan(add_and_square(sum.data(), nullptr, 100)));
}

TEST(Adam, IsItsEquations) {
  AdamStep step{0.9F, 0.99F, 0.5F, 0.01F, 1.7F, 1e-8F, 0.999F};
  for (int64_t count : kCounts) {
    auto w = random_values(count, "w"), g = random_values(count, "g"), m = random_values(count, "m"),
         v = random_values(count, "v");
    for (float& value : v) value = std::abs(value);
    auto w0 = w, m0 = m, v0 = v, left = g;
    adam(step, w.data(), left.data(), m.data(), v.data(), count);
    for (std::size_t i = 0; i < w.size(); ++i) {
      EXPECT_EQ(left[i], 0.0F);
      double gradient = 0.5 * g[i];
      double first = 0.9 * m0[i] + 0.1 * gradient, second = 0.99 * v0[i] + 0.01 * gradient * gradient;
      EXPECT_NEAR(m[i], first, 1e-6);
      EXPECT_NEAR(v[i], second, 1e-6);
      EXPECT_NEAR(w[i], 0.999 * w0[i] - 0.01 * first / (std::sqrt(second * 1.7) + 1e-8), 2e-6);
    }
  }
}

TEST(Follow, MovesTheAverageTowardsTheValues) {
  auto average = random_values(37, "a"), before = average, values = random_values(37, "v");
  follow(average.data(), values.data(), 0.75F, 37);
  for (std::size_t i = 0; i < values.size(); ++i)
    EXPECT_NEAR(average[i], 0.75 * before[i] + 0.25 * values[i], 1e-6);
}

}  // namespace
}  // namespace heed::kernels
