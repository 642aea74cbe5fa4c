#include "heed/nn/dropout.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

namespace heed {
namespace {

const Noise kNoise{1, 2, 0, true};

DropoutOptions half(bool variational) {
  DropoutOptions options;
  options.tokens = options.embedding = options.layers = options.readout = 0.5;
  options.variational = variational;
  return options;
}

TEST(Dropout, DropsNothingWithoutNoise) {
  Tensor x = at::ones({2, 3, 4});
  EXPECT_TRUE(Dropout().layer(x, "a").is_same(x));
  EXPECT_TRUE(Dropout(half(false), {}).tokens(x, "a").is_same(x));
}

TEST(Dropout, DropsWholeTokens) {
  DropoutOptions options;
  options.tokens = 0.5;
  Tensor y = Dropout(options, kNoise).tokens(at::ones({8, 9, 4}), "a");
  Tensor kept = (y != 0).sum(-1);
  EXPECT_TRUE(at::logical_or(kept == 0, kept == 4).all().item<bool>());
  EXPECT_TRUE((kept == 0).any().item<bool>());
  EXPECT_TRUE((kept == 4).any().item<bool>());
}

TEST(Dropout, KeepsItsMaskOverTimeIfVariational) {
  Tensor x = at::ones({2, 6, 16}), step = at::ones({2, 16});
  Dropout fixed(half(true), kNoise), fresh(half(false), kNoise);
  EXPECT_TRUE(fixed.layer(x, "a").select(1, 0).equal(fixed.layer(x, "a").select(1, 5)));
  EXPECT_FALSE(fresh.layer(x, "a").select(1, 0).equal(fresh.layer(x, "a").select(1, 5)));
  EXPECT_TRUE(fixed.step(step, "a", 0).equal(fixed.step(step, "a", 5)));
  EXPECT_FALSE(fresh.step(step, "a", 0).equal(fresh.step(step, "a", 5)));
}

}  // namespace
}  // namespace heed
