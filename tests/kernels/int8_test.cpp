#include "heed/kernels/int8.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "heed/kernels/bf16.h"
#include "kernels/random_values.h"

namespace heed::kernels {
namespace {

struct Shape {
  int64_t rows, depth, columns;
};

// Weights that a product with them owns.
struct Packed {
  explicit Packed(const MatrixView& b)
      : data(make_aligned_floats(int8_bytes(b.rows, b.columns) / 4 + 1)),
        scales(make_aligned_floats(padded_columns(b.columns))),
        sums(make_aligned_floats(padded_columns(b.columns))) {
    pack_int8(b, reinterpret_cast<int8_t*>(data.get()), scales.get(), reinterpret_cast<int32_t*>(sums.get()));
    panels = {reinterpret_cast<int8_t*>(data.get()), scales.get(), reinterpret_cast<int32_t*>(sums.get()),
              b.rows, b.columns};
  }
  AlignedFloats data, scales, sums;
  Int8Panels panels;
};

class Int8Product : public testing::TestWithParam<Shape> {};

// Half a step of rounding on each side of every term, and no more than chance makes of them.
TEST_P(Int8Product, IsTheProductUpToRounding) {
  auto [rows, depth, columns] = GetParam();
  auto x = random_values(rows * depth, "x"), w = random_values(depth * columns, "w"),
       bias = random_values(columns, "bias");
  MatrixView b = MatrixView{w.data(), columns, depth, depth}.transposed();
  Packed packed(b);
  int64_t stride = columns + 3;
  double tolerance = 1.5 / 127 * std::sqrt(static_cast<double>(depth)) + 1e-5;
  for (bool add : {false, true}) {
    std::vector<float> c(static_cast<std::size_t>(rows * stride), 0.5F);
    multiply(x.data(), rows, packed.panels, {c.data(), stride, add, add ? nullptr : bias.data()});
    for (int64_t r = 0; r < rows; ++r) {
      for (int64_t j = 0; j < columns; ++j) {
        double expected = add ? 0.5 : static_cast<double>(bias[static_cast<std::size_t>(j)]);
        for (int64_t k = 0; k < depth; ++k)
          expected += static_cast<double>(x[static_cast<std::size_t>(r * depth + k)]) *
                      w[static_cast<std::size_t>(j * depth + k)];
        ASSERT_NEAR(c[static_cast<std::size_t>(r * stride + j)], expected, tolerance) << r << "," << j;
      }
      EXPECT_EQ(c[static_cast<std::size_t>(r * stride + columns)], 0.5F) << "written beyond a row's end";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, Int8Product,
                         testing::Values(Shape{1, 1, 1}, Shape{1, 300, 33}, Shape{1, 512, 200},
                                         Shape{5, 7, 9}, Shape{6, 256, 16}, Shape{7, 257, 17},
                                         Shape{13, 64, 100}, Shape{32, 510, 48}, Shape{100, 20, 31},
                                         Shape{193, 3, 65}, Shape{16, 128, 64}, Shape{33, 64, 47},
                                         Shape{40, 192, 80}));

// Sums are exact, so it does not matter how they are made, nor beside what.
TEST(Int8, ARowAmongManyIsWhatItIsAlone) {
  for (auto [rows, depth, columns] :
       {Shape{11, 64, 40}, Shape{16, 256, 96}, Shape{50, 512, 70}, Shape{170, 128, 48}}) {
    auto x = random_values(rows * depth, "x"), w = random_values(depth * columns, "w");
    Packed packed(MatrixView{w.data(), columns, depth, depth}.transposed());
    std::vector<float> together(static_cast<std::size_t>(rows * columns)), alone = together;
    multiply(x.data(), rows, packed.panels, {together.data(), columns});
    for (int64_t r = 0; r < rows; ++r)
      multiply(x.data() + r * depth, 1, packed.panels, {alone.data() + r * columns, columns});
    EXPECT_EQ(together, alone) << rows << " rows";
  }
}

TEST(Int8, TheLargestNumbersDoNotOverflow) {
  constexpr int64_t kDepth = 4096;
  std::vector<float> x(kDepth, 3), w(kDepth, 5);
  Packed packed(MatrixView{w.data(), kDepth, 1, 1});
  float c = 0;
  multiply(x.data(), 1, packed.panels, {&c, 1});
  EXPECT_NEAR(c, 15.0 * kDepth, 15.0 * kDepth * 1e-4);
  std::fill(w.begin(), w.end(), -5.0F);
  Packed negative(MatrixView{w.data(), kDepth, 1, 1});
  multiply(x.data(), 1, negative.panels, {&c, 1});
  EXPECT_NEAR(c, -15.0 * kDepth, 15.0 * kDepth * 1e-4);
}

TEST(Int8, ZerosGiveZeroAndWhatIsNotANumberStaysSo) {
  std::vector<float> x(64, 0), w(64 * 8, 0), c(8, 1);
  Packed zeros(MatrixView{w.data(), 64, 8, 8});
  multiply(x.data(), 1, zeros.panels, {c.data(), 8});
  for (float one : c) EXPECT_EQ(one, 0);
  std::fill(w.begin(), w.end(), 1.0F);
  Packed ones(MatrixView{w.data(), 64, 8, 8});
  for (float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    x[37] = bad;
    multiply(x.data(), 1, ones.panels, {c.data(), 8});
    for (float one : c) EXPECT_TRUE(std::isnan(one));
  }
}

// Of weights that are rounded to bf16, the product is that of the rounded weights.
TEST(Bf16Panels, MultiplyTheRoundedWeights) {
  for (Shape shape : {Shape{1, 300, 200}, Shape{2, 40, 70}, Shape{6, 257, 33}, Shape{40, 300, 47}}) {
    auto [rows, depth, columns] = shape;
    auto x = random_values(rows * depth, "x"), w = random_values(depth * columns, "w");
    std::vector<uint16_t> half(w.size());
    round_to_bf16(w.data(), static_cast<int64_t>(w.size()), half.data());
    for (std::size_t i = 0; i < w.size(); ++i) {
      uint32_t bits = static_cast<uint32_t>(half[i]) << 16;
      std::memcpy(&w[i], &bits, sizeof bits);
    }
    PackedMatrix packed;
    packed.pack({w.data(), depth, columns, columns});
    int64_t count = depth * padded_columns(columns);
    AlignedFloats memory = make_aligned_floats(count / 2 + 1);
    auto* halves = reinterpret_cast<uint16_t*>(memory.get());
    round_to_bf16(packed.panels().data, count, halves);
    std::vector<float> expected(static_cast<std::size_t>(rows * columns)), c = expected;
    MatrixView a{x.data(), rows, depth, depth};
    multiply(a, packed.panels(), {expected.data(), columns});
    multiply(a, Panels<uint16_t>{halves, depth, columns}, {c.data(), columns});
    for (std::size_t i = 0; i < c.size(); ++i) EXPECT_NEAR(c[i], expected[i], 1e-4) << i;
  }
}

}  // namespace
}  // namespace heed::kernels
