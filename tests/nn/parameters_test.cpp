#include "heed/nn/parameters.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include "heed/base/error.h"
#include "heed/nn/layers.h"
#include "message.h"

namespace heed {
namespace {

TEST(Parameters, AreDrawnBySeedAndNameAlone) {
  Parameters a = Parameters::draw(1), b = Parameters::draw(1), c = Parameters::draw(2);
  a.make("other", {3}, {1, 0});
  Tensor x = a.make("w", {2, 3}, {1, 0});
  EXPECT_TRUE(x.equal(b.make("w", {2, 3}, {1, 0})));
  EXPECT_FALSE(x.equal(c.make("w", {2, 3}, {1, 0})));
  EXPECT_FALSE(x.equal(b.make("v", {2, 3}, {1, 0})));
  EXPECT_LE(x.abs().max().item<float>(), 1.0F);
  EXPECT_EQ(a.count(), 9);
}

TEST(Parameters, OfACopyShareStorageButNotGradients) {
  Tensor storage = at::ones({2});
  Parameters a = Parameters::over({{"w", storage}}, "f"), b = Parameters::over({{"w", storage}}, "f");
  Tensor x = a.make("w", {2}, {}), y = b.make("w", {2}, {});
  x.sum().backward();
  EXPECT_TRUE(x.grad().defined());
  EXPECT_FALSE(y.grad().defined());
  EXPECT_EQ(x.data_ptr(), y.data_ptr());
}

TEST(Parameters, ThatDoNotFitAreRefused) {
  Parameters p = Parameters::over({{"w", at::ones({2})}, {"extra", at::ones({1})}}, "m.safetensors");
  EXPECT_CONTAINS(message_of<FileError>([&] { p.make("w", {3}, {}); }),
                  "expected 'w' to have the shape [3], found [2]");
  EXPECT_CONTAINS(message_of<FileError>([&] { p.make("v", {3}, {}); }), "m.safetensors has no tensor 'v'");
  p.make("w", {2}, {});
  EXPECT_CONTAINS(message_of<FileError>([&] { p.require_all_used(); }), "'extra'");
}

TEST(Scope, NamesByPath) {
  Parameters p = Parameters::draw(1);
  Linear layer(Scope(p) / "encoder" / "layer0", 2, 3);
  EXPECT_EQ(p.all()[0].first, "encoder.layer0.weight");
  EXPECT_EQ(p.all()[1].first, "encoder.layer0.bias");
}

}  // namespace
}  // namespace heed
