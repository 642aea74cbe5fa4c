#include "heed/engine/greedy_prefilter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/random_values.h"

namespace heed::engine {
namespace {

struct Layer {
  int64_t outputs, inputs;
  std::vector<float> weights, bias;
  std::shared_ptr<const Product> product;

  Layer(int64_t o, int64_t i, Precision precision = Precision::fp32)
      : outputs(o),
        inputs(i),
        weights(kernels::random_values(o * i, "weights")),
        bias(kernels::random_values(o, "bias")),
        product(std::make_shared<Product>(weights.data(), MatrixSize{o, i}, precision)) {}

  std::vector<float> exact(const float* x) const {
    std::vector<float> all(static_cast<std::size_t>(outputs));
    product->multiply(x, 1, all.data(), bias.data());
    return all;
  }
};

int64_t place_of_largest(std::vector<float> numbers, std::span<const int32_t> without) {
  for (int32_t one : without) numbers[static_cast<std::size_t>(one)] = std::numeric_limits<float>::lowest();
  return std::max_element(numbers.begin(), numbers.end()) - numbers.begin();
}

// To the bit, as the product is; with one that search may not take among the largest, too.
TEST(GreedyPrefilter, FindsTheLargestOutputAndItsExactValue) {
  for (Precision precision : {Precision::fp32, Precision::bf16}) {
    for (auto [outputs, inputs] : {std::pair<int64_t, int64_t>{2000, 64}, {1003, 30}, {4000, 256}}) {
      Layer layer(outputs, inputs, precision);
      GreedyPrefilter filter(layer.product, layer.bias);
      auto rows = kernels::random_values(40 * inputs, "rows");
      int found = 0;
      for (int64_t r = 0; r < 40; ++r) {
        const float* x = rows.data() + r * inputs;
        std::vector<float> exact = layer.exact(x), filtered(exact.size());
        std::vector<int32_t> apart = {static_cast<int32_t>(place_of_largest(exact, {})), 3};
        if (!filter.run(x, apart, filtered.data())) continue;
        ++found;
        for (std::span<const int32_t> without :
             {std::span<const int32_t>(apart), std::span<const int32_t>()}) {
          int64_t place = place_of_largest(exact, without);
          ASSERT_EQ(place_of_largest(filtered, without), place) << r;
          ASSERT_EQ(filtered[static_cast<std::size_t>(place)], exact[static_cast<std::size_t>(place)]) << r;
        }
      }
      EXPECT_GT(found, 20) << outputs << " x " << inputs << ": mostly in vain";
    }
  }
}

TEST(GreedyPrefilter, LeavesTheWorkToTheProductWhereAllAreAlikeOrNotNumbers) {
  Layer layer(1200, 16);
  std::fill(layer.weights.begin(), layer.weights.end(), 0.5F);
  layer.product = std::make_shared<Product>(layer.weights.data(), MatrixSize{1200, 16}, Precision::fp32);
  std::vector<float> x(16, 1), outputs(1200);
  EXPECT_FALSE(GreedyPrefilter(layer.product, {}).run(x.data(), {}, outputs.data()));
  x[7] = std::nanf("");
  EXPECT_FALSE(GreedyPrefilter(layer.product, {}).run(x.data(), {}, outputs.data()));
}

}  // namespace
}  // namespace heed::engine
