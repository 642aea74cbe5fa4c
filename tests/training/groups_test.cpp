#include "heed/training/groups.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include "heed/base/error.h"
#include "message.h"

namespace heed {
namespace {

FlatLayout layout() {
  return FlatLayout(
      {{"encoder.weight", at::zeros({3, 5})}, {"encoder.bias", at::zeros({3})}, {"output", at::zeros({7})}});
}

TEST(ParameterGroups, MatchNamesByStars) {
  EXPECT_TRUE(matches("encoder.*", "encoder.0.weight"));
  EXPECT_TRUE(matches("*", ""));
  EXPECT_TRUE(matches("*.bias", "encoder.0.bias"));
  EXPECT_TRUE(matches("e*.0.*s", "encoder.0.bias"));
  EXPECT_FALSE(matches("encoder", "encoder.0.bias"));
  EXPECT_FALSE(matches("*.bias", "encoder.0.bias2"));
}

TEST(ParameterGroups, CoverTheWholeLayoutAndTheFirstThatMatchesCounts) {
  std::vector<ParameterGroupOptions> groups = {{"encoder.bias", 0.5}, {"encoder.*", 0}};
  std::vector<RateStretch> stretches = rate_stretches(groups, layout());
  ASSERT_EQ(stretches.size(), 3U);
  EXPECT_EQ(stretches[0].rate, 0);
  EXPECT_EQ(stretches[1].rate, 0.5);
  EXPECT_EQ(stretches[2].rate, 1);
  int64_t at = 0;
  for (const RateStretch& stretch : stretches) {
    EXPECT_EQ(stretch.begin, at);
    at += stretch.size;
  }
  EXPECT_EQ(at, layout().size());
}

TEST(ParameterGroups, WithoutAnyAreOneStretch) {
  std::vector<RateStretch> stretches = rate_stretches({}, layout());
  ASSERT_EQ(stretches.size(), 1U);
  EXPECT_EQ(stretches[0].size, layout().size());
}

TEST(ParameterGroups, ThatMatchNothingOrFreezeAllAreRefused) {
  std::vector<ParameterGroupOptions> none = {{"encoder.biass", 0}}, all = {{"*", 0}};
  EXPECT_CONTAINS(message_of<OptionError>([&] { rate_stretches(none, layout()); }),
                  "did you mean 'encoder.bias'");
  EXPECT_CONTAINS(message_of<OptionError>([&] { rate_stretches(all, layout()); }),
                  "every parameter is frozen");
}

}  // namespace
}  // namespace heed
