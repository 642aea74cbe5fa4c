#include <gtest/gtest.h>

#include <set>

#include "heed/data/batch.h"

namespace heed {
namespace {

std::vector<Lengths> some_lengths() {
  std::vector<Lengths> lengths;
  for (int32_t i = 0; i < 500; ++i) lengths.push_back({1 + i * 7 % 23, 1 + i * 5 % 11});
  lengths.push_back({500, 3});
  return lengths;
}

TEST(BatchPlan, HoldsEveryExampleOnceWithinTheBudget) {
  auto lengths = some_lengths();
  std::set<int32_t> seen;
  for (const auto& batch : plan_batches(lengths, 100, 1, 0)) {
    int32_t longest = 0;
    for (int32_t index : batch) {
      EXPECT_TRUE(seen.insert(index).second);
      const Lengths& length = lengths[static_cast<std::size_t>(index)];
      longest = std::max({longest, length.source, length.target});
    }
    EXPECT_TRUE(batch.size() == 1 || longest * static_cast<int64_t>(batch.size()) <= 100);
  }
  EXPECT_EQ(seen.size(), lengths.size());
}

TEST(BatchPlan, IsAPureFunctionOfSeedAndEpoch) {
  auto lengths = some_lengths();
  EXPECT_EQ(plan_batches(lengths, 100, 1, 3), plan_batches(lengths, 100, 1, 3));
  EXPECT_NE(plan_batches(lengths, 100, 1, 3), plan_batches(lengths, 100, 1, 4));
  EXPECT_NE(plan_batches(lengths, 100, 1, 3), plan_batches(lengths, 100, 2, 3));
}

TEST(Batch, IsPaddedWithZeros) {
  Example a{{{5, 6, 7}, {}}, {{8}, {}}}, b{{{9}, {}}, {{4, 3}, {}}};
  std::vector<const Example*> examples = {&a, &b};
  Batch batch = make_batch(examples);
  EXPECT_EQ(batch.source, (std::vector<int64_t>{5, 6, 7, 9, 0, 0}));
  EXPECT_EQ(batch.target, (std::vector<int64_t>{8, 0, 4, 3}));
  EXPECT_EQ(batch.source_lengths, (std::vector<int64_t>{3, 1}));
  EXPECT_TRUE(batch.copies.empty());
  EXPECT_TRUE(batch.alignment.empty());
}

TEST(Batch, HasCopiesWithPaddingZero) {
  Example a{{{5, 1, 3}, {}}, {{8, 3}, {}}}, b{{{9, 3}, {}}, {{4, 3}, {}}};
  a.copies = {7, 12, 3};
  b.copies = {12, 3};
  std::vector<const Example*> examples = {&a, &b};
  EXPECT_EQ(make_batch(examples).copies, (std::vector<int64_t>{7, 12, 3, 12, 3, 0}));
}

TEST(Batch, HasLinksAsWeightsThatSumToOne) {
  Example a{{{5, 6, 3}, {}}, {{8, 3}, {}}}, b{{{9, 3}, {}}, {{4, 5, 3}, {}}}, none{{{9}, {}}, {{4}, {}}};
  a.links = {{0, 0}, {2, 1}};
  b.links = {{0, 1}, {1, 1}, {1, 2}};
  std::vector<const Example*> examples = {&a, &b, &none};
  std::vector<float> expected = {1, 0, 0, 0,   0,   1, 0, 0, 0,   // token 2 of the first is padding
                                 0, 0, 0, 0.5, 0.5, 0, 0, 1, 0,   // token 0 of the second has no link
                                 0, 0, 0, 0,   0,   0, 0, 0, 0};  // the third has none
  EXPECT_EQ(make_batch(examples).alignment, expected);
}

}  // namespace
}  // namespace heed
