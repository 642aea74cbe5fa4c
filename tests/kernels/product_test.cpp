#include "heed/kernels/product.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "heed/kernels/large_product.h"
#include "kernels/random_values.h"

namespace heed::kernels {
namespace {

struct Shape {
  int64_t rows, depth, columns;
};

class Product : public testing::TestWithParam<Shape> {};

// Every element against the sum that defines it, in double.
void expect_product(const MatrixView& a, const MatrixView& b, const std::vector<float>& c, int64_t stride,
                    float before) {
  for (int64_t i = 0; i < a.rows; ++i) {
    for (int64_t j = 0; j < b.columns; ++j) {
      double expected = before;
      for (int64_t k = 0; k < a.columns; ++k)
        expected += static_cast<double>(a.data[i * a.row + k * a.column]) * b.data[k * b.row + j * b.column];
      ASSERT_NEAR(c[static_cast<std::size_t>(i * stride + j)], expected,
                  1e-6 * std::sqrt(static_cast<double>(a.columns)) + 1e-6)
          << i << "," << j;
    }
  }
}

TEST_P(Product, IsTheSumOfProducts) {
  auto [rows, depth, columns] = GetParam();
  auto x = random_values(rows * depth, "x"), w = random_values(depth * columns, "w");
  MatrixView a{x.data(), rows, depth, depth};
  MatrixView b{w.data(), depth, columns, columns};
  MatrixView by_columns = MatrixView{w.data(), columns, depth, depth}.transposed();
  int64_t stride = columns + 3;
  for (const MatrixView& matrix : {b, by_columns}) {
    PackedMatrix packed;
    packed.pack(matrix);
    std::vector<float> c(static_cast<std::size_t>(rows * stride), 0.5F);
    multiply(a, packed.panels(), {c.data(), stride, true});
    expect_product(a, matrix, c, stride, 0.5F);
    multiply(a, packed.panels(), {c.data(), stride, false});
    expect_product(a, matrix, c, stride, 0);
    for (int64_t row = 0; row < rows; ++row)
      EXPECT_EQ(c[static_cast<std::size_t>(row * stride + columns)], 0.5F) << "written beyond a row's end";
  }
}

TEST_P(Product, IsTheSameOfMatricesUsedOnce) {
  auto [rows, depth, columns] = GetParam();
  auto x = random_values(rows * depth, "x"), w = random_values(depth * columns, "w");
  int64_t stride = columns + 3;
  for (const MatrixView& a :
       {MatrixView{x.data(), rows, depth, depth}, MatrixView{x.data(), depth, rows, rows}.transposed()}) {
    for (const MatrixView& b : {MatrixView{w.data(), depth, columns, columns},
                                MatrixView{w.data(), columns, depth, depth}.transposed()}) {
      std::vector<float> c(static_cast<std::size_t>(rows * stride), 0.5F);
      multiply(a, b, c.data(), stride, true);
      expect_product(a, b, c, stride, 0.5F);
      multiply(a, b, c.data(), stride, false);
      expect_product(a, b, c, stride, 0);
      EXPECT_EQ(c[static_cast<std::size_t>(columns)], 0.5F) << "written beyond a row's end";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, Product,
                         testing::Values(Shape{1, 1, 1}, Shape{1, 300, 33}, Shape{5, 7, 9}, Shape{6, 256, 16},
                                         Shape{7, 257, 17}, Shape{13, 64, 100}, Shape{32, 512, 48},
                                         Shape{193, 20, 31}, Shape{400, 3, 65}));

TEST(LargeProduct, OfNothingIsZero) {
  std::vector<float> c(6, 0.5F);
  MatrixView a{c.data(), 2, 0, 1}, b{c.data(), 0, 3, 3};
  multiply(a, b, c.data(), 3, true);
  EXPECT_EQ(c, std::vector<float>(6, 0.5F));
  multiply(a, b, c.data(), 3, false);
  EXPECT_EQ(c, std::vector<float>(6, 0.0F));
}

TEST(PackedMatrix, IsPackedAgainWithoutATrace) {
  auto w = random_values(40 * 40, "w");
  PackedMatrix packed;
  packed.pack({w.data(), 40, 40, 40});
  packed.pack({w.data(), 3, 5, 5});
  auto x = random_values(6, "x");
  std::vector<float> c(10);
  MatrixView a{x.data(), 2, 3, 3};
  multiply(a, packed.panels(), {c.data(), 5, false});
  expect_product(a, {w.data(), 3, 5, 5}, c, 5, 0);
}

TEST(PackedMatrix, PackedInPartsIsTheSame) {
  constexpr int64_t kRows = 300, kColumns = 77;
  auto first = random_values(kRows * kColumns, "first"), second = random_values(kRows * kColumns, "second");
  PackedMatrix packed;
  packed.pack({first.data(), kRows, kColumns, kColumns});
  MatrixView b{second.data(), kRows, kColumns, kColumns};
  for (int64_t part : {2, 0, 1}) packed.pack_part(b, part, 3);
  auto x = random_values(2 * kRows, "x");
  std::vector<float> c(2 * kColumns);
  MatrixView a{x.data(), 2, kRows, kRows};
  multiply(a, packed.panels(), {c.data(), kColumns, false});
  expect_product(a, b, c, kColumns, 0);
}

}  // namespace
}  // namespace heed::kernels
