#include "heed/kernels/bf16.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "kernels/made_up.h"

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

TEST(Bf16, ProductsAreSumsInFullPrecisionOfRoundedNumbers) {
  constexpr int64_t kRows = 5, kDepth = 70, kColumns = 19;
  auto x = made_up(kRows * kDepth, "x"), w = made_up(kDepth * kColumns, "w");
  std::vector<uint16_t> a(x.size()), b(w.size());
  round_to_bf16(x.data(), kRows * kDepth, a.data());
  round_to_bf16(w.data(), kDepth * kColumns, b.data());
  for (bool transposed : {false, true}) {
    Bf16View left = transposed ? Bf16View{a.data(), kDepth, kRows, kRows}.transposed()
                               : Bf16View{a.data(), kRows, kDepth, kDepth};
    Bf16View right = transposed ? Bf16View{b.data(), kColumns, kDepth, kDepth}.transposed()
                                : Bf16View{b.data(), kDepth, kColumns, kColumns};
    PackedBf16 packed;
    packed.pack(right);
    std::vector<float> c(kRows * kColumns, 1), direct = c;
    multiply(left, packed, c.data(), kColumns, true);
    multiply(left, right, direct.data(), kColumns, true);
    for (int64_t i = 0; i < kRows; ++i) {
      for (int64_t j = 0; j < kColumns; ++j) {
        double expected = 1;
        for (int64_t k = 0; k < kDepth; ++k)
          expected += static_cast<double>(widened(left.data[i * left.row + k * left.column])) *
                      widened(right.data[k * right.row + j * right.column]);
        EXPECT_NEAR(c[static_cast<std::size_t>(i * kColumns + j)], expected, 1e-5);
        EXPECT_NEAR(direct[static_cast<std::size_t>(i * kColumns + j)], expected, 1e-5);
      }
    }
  }
}

}  // namespace
}  // namespace heed::kernels
