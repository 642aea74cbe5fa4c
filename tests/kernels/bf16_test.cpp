#include "heed/kernels/bf16.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "kernels/random_values.h"

namespace heed::kernels {
namespace {

uint16_t rounded(float value) {
  uint16_t half;
  round_to_bf16(&value, 1, &half);
  return half;
}

float widened(uint16_t half) {
  uint32_t bits = uint32_t{half} << 16;
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

TEST(Bf16, RoundsToTheNearestAndTiesToEven) {
  EXPECT_EQ(widened(rounded(1.0F)), 1.0F);
  EXPECT_EQ(widened(rounded(1.0F + 1.0F / 256)), 1.0F);               // half-way, to even
  EXPECT_EQ(widened(rounded(1.0F + 3.0F / 256)), 1.0F + 4.0F / 256);  // half-way, to even
  EXPECT_EQ(widened(rounded(1.0F + 1.5F / 256)), 1.0F + 2.0F / 256);
  EXPECT_EQ(widened(rounded(-0.0F)), 0.0F);
  EXPECT_TRUE(std::isinf(widened(rounded(std::numeric_limits<float>::infinity()))));
  EXPECT_TRUE(std::isnan(widened(rounded(std::nanf("")))));
}

// Vectors of numbers, and those that are left over, are rounded as a single one is.
TEST(Bf16, RoundsManyAsOne) {
  std::vector<float> numbers = random_values(1000, "numbers");
  for (std::size_t i = 0; i < numbers.size(); i += 7)
    numbers[i] = std::ldexp(numbers[i], static_cast<int>(i % 200) - 100);
  numbers[3] = std::nanf("");
  numbers[20] = -std::numeric_limits<float>::infinity();
  numbers[33] = std::numeric_limits<float>::max();
  numbers[50] = 1.0F + 1.0F / 256;
  numbers[51] = 1.0F + 3.0F / 256;
  std::vector<uint16_t> halves(numbers.size());
  round_to_bf16(numbers.data(), static_cast<int64_t>(numbers.size()), halves.data());
  for (std::size_t i = 0; i < numbers.size(); ++i) EXPECT_EQ(halves[i], rounded(numbers[i])) << numbers[i];
}

struct Shape {
  int64_t rows, depth, columns;
};

class Bf16Product : public testing::TestWithParam<Shape> {};

TEST_P(Bf16Product, IsASumInFullPrecisionOfRoundedNumbers) {
  auto [rows, depth, columns] = GetParam();
  auto x = random_values(rows * depth, "x"), w = random_values(depth * columns, "w");
  std::vector<uint16_t> a(x.size()), b(w.size());
  round_to_bf16(x.data(), rows * depth, a.data());
  round_to_bf16(w.data(), depth * columns, b.data());
  for (bool transposed : {false, true}) {
    Bf16View left = transposed ? Bf16View{a.data(), depth, rows, rows}.transposed()
                               : Bf16View{a.data(), rows, depth, depth};
    Bf16View right = transposed ? Bf16View{b.data(), columns, depth, depth}.transposed()
                                : Bf16View{b.data(), depth, columns, columns};
    PackedBf16 packed;
    packed.pack(right);
    std::vector<float> c(static_cast<std::size_t>(rows * columns), 1), direct = c;
    multiply(left, packed, c.data(), columns, true);
    multiply(left, right, direct.data(), columns, true);
    for (int64_t i = 0; i < rows; ++i) {
      for (int64_t j = 0; j < columns; ++j) {
        double expected = 1;
        for (int64_t k = 0; k < depth; ++k)
          expected += static_cast<double>(widened(left.data[i * left.row + k * left.column])) *
                      widened(right.data[k * right.row + j * right.column]);
        EXPECT_NEAR(c[static_cast<std::size_t>(i * columns + j)], expected, 1e-5);
        EXPECT_NEAR(direct[static_cast<std::size_t>(i * columns + j)], expected, 1e-5);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, Bf16Product,
                         testing::Values(Shape{5, 70, 19}, Shape{32, 64, 32}, Shape{64, 32, 96},
                                         Shape{70, 96, 80}, Shape{33, 33, 33}, Shape{1, 1, 1}));

}  // namespace
}  // namespace heed::kernels
