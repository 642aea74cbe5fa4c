#include "heed/kernels/pointwise.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "heed/kernels/attention.h"
#include "heed/kernels/int8_vectors.h"
#include "kernels/random_values.h"

namespace heed::kernels {
namespace {

// More than whole vectors of any processor.
constexpr int64_t kCount = 37;

TEST(Pointwise, IsWhatTheLibraryComputes) {
  std::vector<float> x = random_values(kCount, "1"), y(x.size());
  x[0] = 100;
  x[1] = -100;
  struct Case {
    void (*run)(const float*, int64_t, float*);
    double (*expected)(double);
  };
  for (const Case& one : {Case{tanh, [](double v) { return std::tanh(v); }},
                          Case{sigmoid, [](double v) { return 1 / (1 + std::exp(-v)); }},
                          Case{relu, [](double v) { return std::max(v, 0.0); }}}) {
    one.run(x.data(), kCount, y.data());
    for (std::size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(y[i], one.expected(x[i]), 1e-6);
  }
}

// From far below to far above, and densely around zero.
std::vector<float> all_over() {
  std::vector<float> x;
  for (float v = -110; v < 110; v += 0.00731F) x.push_back(v);
  for (float v = 1e-30F; v < 1; v *= 1.01F) x.insert(x.end(), {v, -v});
  return x;
}

TEST(Pointwise, IsExactToAFewUnitsOfTheLastPlace) {
  std::vector<float> x = all_over(), y(x.size());
  auto count = static_cast<int64_t>(x.size());
  tanh(x.data(), count, y.data());
  for (std::size_t i = 0; i < x.size(); ++i) {
    double expected = std::tanh(static_cast<double>(x[i]));
    ASSERT_NEAR(y[i], expected, 4e-7 * std::abs(expected)) << x[i];
    ASSERT_LE(std::abs(y[i]), 1) << x[i];
  }
  sigmoid(x.data(), count, y.data());
  for (std::size_t i = 0; i < x.size(); ++i) {
    double expected = 1 / (1 + std::exp(-static_cast<double>(x[i])));
    ASSERT_NEAR(y[i], expected, 4e-7 * expected + 1e-37) << x[i];
    ASSERT_TRUE(y[i] >= 0 && y[i] <= 1) << x[i];
  }
}

TEST(Pointwise, WhatIsNoNumberStaysNone) {
  std::vector<float> x(kCount, std::numeric_limits<float>::quiet_NaN()), y(x.size());
  for (auto run : {tanh, sigmoid}) {
    run(x.data(), kCount, y.data());
    for (float value : y) EXPECT_TRUE(std::isnan(value));
  }
  constexpr float kInfinite = std::numeric_limits<float>::infinity();
  float ends[] = {-kInfinite, kInfinite}, at[2];
  tanh(ends, 2, at);
  EXPECT_EQ(at[0], -1);
  EXPECT_EQ(at[1], 1);
  sigmoid(ends, 2, at);
  EXPECT_NEAR(at[0], 0, 1e-37);
  EXPECT_EQ(at[1], 1);
}

TEST(Pointwise, LogOfZeroIsMinusInfinity) {
  float x[] = {0, 1}, y[2];
  log(x, 2, y);
  EXPECT_TRUE(std::isinf(y[0]) && y[0] < 0);
  EXPECT_EQ(y[1], 0);
}

TEST(Softmax, SumsToOneAndItsLogarithmAgrees) {
  std::vector<float> x = random_values(2 * kCount, "2"), y(x.size()), logs(x.size());
  for (float& value : x) value = value * 10 + 500;  // far from zero: the highest is taken off first
  log_softmax(x.data(), 2, kCount, logs.data());
  for (int64_t r = 0; r < 2; ++r) {
    double sum = 0;
    softmax(x.data() + r * kCount, kCount, y.data());
    for (int64_t i = 0; i < kCount; ++i) {
      sum += y[static_cast<std::size_t>(i)];
      EXPECT_NEAR(std::exp(logs[static_cast<std::size_t>(r * kCount + i)]), y[static_cast<std::size_t>(i)],
                  1e-5);
    }
    EXPECT_NEAR(sum, 1, 1e-5);
  }
}

TEST(LayerNorm, HasTheGainAsDeviationAndTheBiasAsMean) {
  std::vector<float> x = random_values(kCount, "3"), y(x.size()), gain(x.size(), 2.0F), bias(x.size(), 5.0F);
  layer_norm(x.data(), 1, kCount, gain.data(), bias.data(), y.data());
  double mean = 0, squares = 0;
  for (float value : y) mean += value / kCount;
  for (float value : y) squares += (value - mean) * (value - mean) / kCount;
  EXPECT_NEAR(mean, 5, 1e-4);
  EXPECT_NEAR(squares, 4, 1e-3);
}

TEST(DotScore, IsTheScaledProductOfEachGroup) {
  AttentionShape shape{2, 3, 4, kCount};
  std::vector<float> query = random_values(2 * 3 * kCount, "4"), key = random_values(2 * 4 * kCount, "5"),
                     scores(2 * 3 * 4);
  dot_forward(shape, query.data(), key.data(), 0.5F, scores.data());
  for (int64_t g = 0; g < 2; ++g) {
    for (int64_t q = 0; q < 3; ++q) {
      for (int64_t k = 0; k < 4; ++k) {
        double sum = 0;
        for (int64_t i = 0; i < kCount; ++i)
          sum += static_cast<double>(query[static_cast<std::size_t>((g * 3 + q) * kCount + i)]) *
                 key[static_cast<std::size_t>((g * 4 + k) * kCount + i)];
        EXPECT_NEAR(scores[static_cast<std::size_t>((g * 3 + q) * 4 + k)], 0.5 * sum, 1e-4);
      }
    }
  }
}

TEST(Int8Vectors, AreWithinHalfAStepOfTheNumbers) {
  for (int64_t width : {1, 7, 16, 130, 517}) {
    std::vector<float> numbers = random_values(width, "numbers");
    std::vector<std::byte> rounded(static_cast<std::size_t>(int8_vector_bytes(width)));
    round_to_int8(numbers.data(), width, rounded.data());
    float scale = 0, top = 0;
    std::memcpy(&scale, rounded.data() + rounded.size() - sizeof scale, sizeof scale);
    for (float number : numbers) top = std::max(top, std::abs(number));
    EXPECT_FLOAT_EQ(scale, top / 127) << width;
    for (std::size_t i = 0; i < numbers.size(); ++i)
      ASSERT_LE(std::abs(scale * static_cast<float>(static_cast<int8_t>(rounded[i])) - numbers[i]),
                0.5001F * scale)
          << width;
  }
}

TEST(Int8Vectors, OfZerosAreZeroAndOfWhatIsNotFiniteAreNoNumbers) {
  constexpr int64_t kWidth = 19;
  auto sum = [](const std::vector<float>& numbers) {
    std::vector<std::byte> rounded(static_cast<std::size_t>(int8_vector_bytes(kWidth)));
    round_to_int8(numbers.data(), kWidth, rounded.data());
    float weight = 1, made[kWidth];
    weigh_int8_forward({1, 1, 1, kWidth}, &weight, rounded.data(), made);
    return made[3];
  };
  EXPECT_EQ(sum(std::vector<float>(kWidth, 0.0F)), 0);
  for (float bad : {std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()}) {
    for (std::size_t at : {0, 18}) {
      std::vector<float> numbers(kWidth, 1.0F);
      numbers[at] = bad;
      EXPECT_TRUE(std::isnan(sum(numbers))) << at;
    }
  }
}

TEST(WeighInt8, IsTheWeightedSumOfTheRoundedValues) {
  for (int64_t width : {1, 7, 16, 130, 517}) {
    const AttentionShape shape{2, 3, 5, width};
    const int64_t vectors = shape.groups * shape.keys, bytes = int8_vector_bytes(width);
    std::vector<float> values = random_values(vectors * width, "values"), restored(values.size());
    std::vector<float> weights = random_values(shape.groups * shape.queries * shape.keys, "weights");
    weights[1] = 0;
    std::vector<std::byte> rounded(static_cast<std::size_t>(vectors * bytes));
    for (int64_t v = 0; v < vectors; ++v) {
      std::byte* own = rounded.data() + v * bytes;
      round_to_int8(values.data() + v * width, width, own);
      float scale = 0;
      std::memcpy(&scale, own + bytes - static_cast<int64_t>(sizeof scale), sizeof scale);
      for (int64_t i = 0; i < width; ++i)
        restored[static_cast<std::size_t>(v * width + i)] =
            scale * static_cast<float>(static_cast<int8_t>(own[i]));
    }
    std::vector<float> expected(static_cast<std::size_t>(shape.groups * shape.queries * width)),
        found(expected.size());
    weigh_forward(shape, weights.data(), restored.data(), expected.data());
    weigh_int8_forward(shape, weights.data(), rounded.data(), found.data());
    for (std::size_t i = 0; i < found.size(); ++i) ASSERT_NEAR(found[i], expected[i], 1e-5) << width;
  }
}

}  // namespace
}  // namespace heed::kernels
