#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "data/pairs.h"
#include "heed/data/batch.h"

namespace heed {
namespace {

using Lengths = std::vector<int32_t>;

OwnedSizes some_sizes() {
  std::vector<std::pair<int32_t, int32_t>> lengths;
  for (int32_t i = 0; i < 500; ++i) lengths.push_back({1 + i * 7 % 23, 1 + i * 5 % 11});
  lengths.push_back({500, 3});
  return pair_sizes(lengths);
}

TEST(BatchPlan, HoldsEveryExampleOnceWithinTheBudget) {
  OwnedSizes owned = some_sizes();
  ExampleSizes sizes = owned.view();
  std::set<int32_t> seen;
  for (const auto& batch : plan_batches(sizes, {100, 1}, 0)) {
    int64_t longest = 0;
    for (int32_t index : batch) {
      EXPECT_TRUE(seen.insert(index).second);
      for (int32_t length : sizes.lengths_of(static_cast<std::size_t>(index)))
        longest = std::max<int64_t>(longest, length);
    }
    EXPECT_TRUE(batch.size() == 1 || longest * static_cast<int64_t>(batch.size()) <= 100);
  }
  EXPECT_EQ(seen.size(), sizes.size());
}

TEST(BatchPlan, IsAPureFunctionOfSeedAndEpoch) {
  OwnedSizes owned = some_sizes();
  ExampleSizes sizes = owned.view();
  EXPECT_EQ(plan_batches(sizes, {100, 1}, 3), plan_batches(sizes, {100, 1}, 3));
  EXPECT_NE(plan_batches(sizes, {100, 1}, 3), plan_batches(sizes, {100, 1}, 4));
  EXPECT_NE(plan_batches(sizes, {100, 1}, 3), plan_batches(sizes, {100, 2}, 3));
}

// Two texts and a class: the first text decides, then the second; what an example costs is the task's to say.
TEST(BatchPlan, PutsNeighboursInTheLengthsOfAllColumnsTogether) {
  Schema schema{
      {{.name = "premise", .size = 9},
       {.name = "hypothesis", .size = 9},
       {.name = "label", .kind = ColumnKind::classes, .input = false, .size = 3, .sequence = false}}};
  OwnedSizes owned(schema);
  for (int32_t i = 0; i < 300; ++i) {
    int32_t premise = 1 + i * 7 % 13, hypothesis = 1 + i * 5 % 17;
    owned.add(Lengths{premise, hypothesis, 1}, premise + hypothesis);
  }
  ExampleSizes sizes = owned.view();
  EXPECT_EQ(sizes.ordered, 3U);
  auto lengths_of = [&](int32_t index) {
    auto lengths = sizes.lengths_of(static_cast<std::size_t>(index));
    return Lengths(lengths.begin(), lengths.end());
  };
  std::vector<std::pair<Lengths, Lengths>> ranges;  // the shortest and the longest example of each batch
  for (const auto& batch : plan_batches(sizes, {60, 1}, 0)) {
    int64_t cost = 0;
    for (int32_t index : batch) cost = std::max(cost, sizes.costs[static_cast<std::size_t>(index)]);
    EXPECT_LE(cost * static_cast<int64_t>(batch.size()), 60);
    auto shorter = [&](int32_t a, int32_t b) { return lengths_of(a) < lengths_of(b); };
    auto [shortest, longest] = std::minmax_element(batch.begin(), batch.end(), shorter);
    ranges.emplace_back(lengths_of(*shortest), lengths_of(*longest));
  }
  std::sort(ranges.begin(), ranges.end());
  for (std::size_t i = 1; i < ranges.size(); ++i) EXPECT_LE(ranges[i - 1].second, ranges[i].first);
}

TEST(BatchPlan, IsTheSameWhateverIsLinked) {
  OwnedSizes plain(pair_schema()), linked(pair_schema());
  for (int32_t i = 0; i < 100; ++i) {
    plain.add(Lengths{1 + i % 5, 3, 0}, 5);
    linked.add(Lengths{1 + i % 5, 3, i * 7 % 11}, 5);
  }
  EXPECT_EQ(plan_batches(plain.view(), {20, 1}, 0), plan_batches(linked.view(), {20, 1}, 0));
}

TEST(Batch, IsPaddedWithZeros) {
  Example a = pair({5, 6, 7}, {8}), b = pair({9}, {4, 3});
  std::vector<const Example*> examples = {&a, &b};
  Batch batch = make_batch(examples, pair_schema());
  EXPECT_EQ(batch.rows, 2);
  EXPECT_EQ(batch[kSource].ids, (std::vector<int64_t>{5, 6, 7, 9, 0, 0}));
  EXPECT_EQ(batch[kTarget].ids, (std::vector<int64_t>{8, 0, 4, 3}));
  EXPECT_EQ(batch[kSource].length, 3);
  EXPECT_EQ(batch[kSource].lengths, (std::vector<int64_t>{3, 1}));
  EXPECT_TRUE(batch[kSource].copies.empty());
  EXPECT_TRUE(batch[kAlignment].links.empty());
}

TEST(Batch, HasCopiesWithPaddingZero) {
  Example a = pair({5, 1, 3}, {8, 3}), b = pair({9, 3}, {4, 3});
  a[kSource].copies = {7, 12, 3};
  b[kSource].copies = {12, 3};
  std::vector<const Example*> examples = {&a, &b};
  Batch batch = make_batch(examples, pair_schema(100, true));
  EXPECT_EQ(batch[kSource].copies, (std::vector<int64_t>{7, 12, 3, 12, 3, 0}));
}

TEST(Batch, HasLinksAsWeightsThatSumToOne) {
  Example a = pair({5, 6, 3}, {8, 3}, {{0, 0}, {2, 1}}),
          b = pair({9, 3}, {4, 5, 3}, {{0, 1}, {1, 1}, {1, 2}}), none = pair({9}, {4});
  std::vector<const Example*> examples = {&a, &b, &none};
  std::vector<float> expected = {1, 0, 0, 0,   0,   1, 0, 0, 0,   // token 2 of the first is padding
                                 0, 0, 0, 0.5, 0.5, 0, 0, 1, 0,   // token 0 of the second has no link
                                 0, 0, 0, 0,   0,   0, 0, 0, 0};  // the third has none
  EXPECT_EQ(make_batch(examples, pair_schema())[kAlignment].links, expected);
}

// Frames, words grouped into sentences, one class and one class for each word.
TEST(Batch, HasWhatEachKindOfColumnHas) {
  Schema schema{{{.name = "frames", .kind = ColumnKind::numbers, .width = 2},
                 {.name = "words", .size = 9, .levels = 1},
                 {.name = "label", .kind = ColumnKind::classes, .input = false, .size = 3, .sequence = false},
                 {.name = "tags", .kind = ColumnKind::classes, .input = false, .size = 4}}};
  Example a{std::vector<Column>(4)}, b{std::vector<Column>(4)};
  a[0].numbers = {1, 2, 3, 4};
  b[0].numbers = {5, 6};
  a[1].ids = {7};
  a[1].parts = {{1}};
  b[1].ids = {8, 7, 8};
  b[1].parts = {{2, 1}};
  a[2].ids = {2};
  b[2].ids = {1};
  a[3].ids = {3};
  b[3].ids = {1, 2, 3};
  std::vector<const Example*> examples = {&a, &b};
  Batch batch = make_batch(examples, schema);
  EXPECT_EQ(batch[0].length, 2);
  EXPECT_EQ(batch[0].lengths, (std::vector<int64_t>{2, 1}));
  EXPECT_EQ(batch[0].numbers, (std::vector<float>{1, 2, 3, 4, 5, 6, 0, 0}));
  EXPECT_TRUE(batch[0].ids.empty());
  EXPECT_EQ(batch[1].ids, (std::vector<int64_t>{7, 0, 0, 8, 7, 8}));
  EXPECT_EQ(batch[1].parts, (std::vector<std::vector<std::vector<int32_t>>>{{{1}, {2, 1}}}));
  EXPECT_EQ(batch[2].ids, (std::vector<int64_t>{2, 1}));
  EXPECT_EQ(batch[3].ids, (std::vector<int64_t>{3, 0, 0, 1, 2, 3}));
  EXPECT_EQ(lengths_of(b, schema), (Lengths{1, 3, 1, 3}));
}

TEST(Schema, FindsColumnsByNameAndByWhetherTheyAreGiven) {
  Schema schema = pair_schema();
  EXPECT_EQ(schema.place_of("target"), 1U);
  EXPECT_EQ(schema.find("label"), std::nullopt);
  EXPECT_THROW(schema.place_of("label"), std::logic_error);
  EXPECT_EQ(schema.inputs(), (std::vector<std::size_t>{kSource}));
  EXPECT_EQ(schema.answers(), (std::vector<std::size_t>{kTarget})) << "links are no answer";
  EXPECT_EQ(written_column(schema), kTarget);
  schema.columns.erase(schema.columns.begin() + 1);
  EXPECT_THROW(written_column(schema), std::logic_error);
}

}  // namespace
}  // namespace heed
