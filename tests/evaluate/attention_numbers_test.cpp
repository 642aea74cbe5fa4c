#include "heed/evaluate/attention_numbers.h"

#include <gtest/gtest.h>

#include <cmath>

#include "heed/base/error.h"

namespace heed {
namespace {

// Rows over all columns, of which the last is the end.
AttentionMap map_of(std::size_t rows, std::size_t columns, std::vector<float> weights) {
  AttentionMap map;
  map.rows.labels.resize(rows);
  map.columns.labels.resize(columns);
  map.columns.labels.back().special = true;
  map.width = static_cast<int32_t>(columns);
  map.begin.assign(rows, 0);
  map.weights = std::move(weights);
  return map;
}

AttentionNumbers numbers_of(const std::vector<std::vector<AttentionMap>>& outputs) {
  std::vector<Statistics> statistics;
  for (const auto& heads : outputs) statistics.push_back(attention_statistics(heads));
  return attention_numbers(statistics);
}

TEST(AttentionNumbers, ASpreadRowHasEntropyAndASharpOneNone) {
  AttentionNumbers even = numbers_of({{map_of(1, 4, {0.25F, 0.25F, 0.25F, 0.25F})}});
  EXPECT_DOUBLE_EQ(even.entropy.score, std::log(4.0));
  EXPECT_DOUBLE_EQ(even.entropy_share.score, 100);
  AttentionNumbers sharp = numbers_of({{map_of(1, 4, {0, 0, 1, 0})}});
  EXPECT_EQ(sharp.entropy.score, 0);
  EXPECT_EQ(sharp.entropy_share.score, 0);
}

TEST(AttentionNumbers, EntropyIsTheMeanOverTokensOfAllOutputs) {
  AttentionNumbers numbers =
      numbers_of({{map_of(2, 2, {0.5F, 0.5F, 1, 0})}, {map_of(1, 4, {0.5F, 0.5F, 0, 0})}});
  EXPECT_DOUBLE_EQ(numbers.entropy.score, (std::log(2.0) + 0 + std::log(2.0)) / 3);
  EXPECT_DOUBLE_EQ(numbers.entropy_share.score, 100 * (1 + 0 + 0.5) / 3)
      << "each by the length of its own source";
  EXPECT_EQ(numbers.entropy.count, 3);
}

TEST(AttentionNumbers, EntropyIsOfWeightsThatSumToOneWhateverTheySumTo) {
  EXPECT_DOUBLE_EQ(numbers_of({{map_of(1, 2, {0.125F, 0.125F})}}).entropy.score, std::log(2.0));
  double p = 0.75, q = 0.25;
  EXPECT_NEAR(numbers_of({{map_of(1, 2, {1.5F, 0.5F})}}).entropy.score, -p * std::log(p) - q * std::log(q),
              1e-12);
}

TEST(AttentionNumbers, ARowWithoutWeightHasNoEntropy) {
  AttentionNumbers numbers = numbers_of({{map_of(2, 2, {0.5F, 0.5F, 0, 0})}});
  EXPECT_DOUBLE_EQ(numbers.entropy.score, std::log(2.0));
  EXPECT_EQ(numbers.entropy.count, 1);
  EXPECT_EQ(numbers_of({{map_of(1, 2, {0, 0})}}).entropy.score, 0) << "nothing to average";
}

TEST(AttentionNumbers, ASourceOfOneTokenHasNoShare) {
  AttentionNumbers numbers = numbers_of({{map_of(1, 1, {1})}, {map_of(1, 2, {0.5F, 0.5F})}});
  EXPECT_EQ(numbers.entropy_share.score, 100);
  EXPECT_EQ(numbers.entropy_share.count, 1);
  EXPECT_EQ(numbers.entropy.count, 2);
}

TEST(AttentionNumbers, CoverageIsWhatEachSourceTokenReceivedInAll) {
  // Received: 1.25, 0.5, 0.25, and 1 by the end, which need not be covered.
  AttentionNumbers numbers = numbers_of({{map_of(3, 4,
                                                 {0.75F, 0.25F, 0, 0,     //
                                                  0.5F, 0.25F, 0.25F, 0,  //
                                                  0, 0, 0, 1})}});
  EXPECT_DOUBLE_EQ(numbers.coverage.score, 200.0 / 3);
  EXPECT_EQ(numbers.coverage.count, 3);
  EXPECT_DOUBLE_EQ(numbers.coverage_deviation.score, (0.25 + 0.5 + 0.75) / 3);
}

TEST(AttentionNumbers, EachTokenOnceIsCoveredWithoutDeviation) {
  AttentionNumbers numbers = numbers_of({{map_of(3, 3, {0, 1, 0, 1, 0, 0, 0, 0, 1})}});
  EXPECT_EQ(numbers.coverage.score, 100);
  EXPECT_EQ(numbers.coverage_deviation.score, 0);
}

TEST(AttentionNumbers, AreOfTheMeanOverHeadsAndEntropyOfEachHeadBesides) {
  AttentionMap left = map_of(1, 3, {1, 0, 0}), right = map_of(1, 3, {0, 0.5F, 0.5F});
  right.head = 1;
  AttentionNumbers numbers = numbers_of({{left, right}});
  EXPECT_NEAR(numbers.entropy.score, 0.5 * std::log(2.0) + 2 * 0.25 * std::log(4.0), 1e-12);
  ASSERT_EQ(numbers.entropy_by_head.size(), 2u);
  EXPECT_EQ(numbers.entropy_by_head[0], 0);
  EXPECT_DOUBLE_EQ(numbers.entropy_by_head[1], std::log(2.0));
  EXPECT_DOUBLE_EQ(numbers.coverage.score, 50) << "0.5 and 0.25 were received";
}

TEST(AttentionNumbers, AWindowIsMeasuredOverTheWholeSource) {
  // Two weights a row, which slide along and stick out at the end.
  AttentionMap map = map_of(2, 4, {});
  map.width = 2;
  map.begin = {0, 3};
  map.weights = {0.5F, 0.5F, 1, 0};
  AttentionNumbers numbers = numbers_of({{map}});
  EXPECT_DOUBLE_EQ(numbers.entropy.score, std::log(2.0) / 2);
  EXPECT_DOUBLE_EQ(numbers.entropy_share.score, 100 * std::log(2.0) / std::log(4.0) / 2);
  EXPECT_DOUBLE_EQ(numbers.coverage.score, 200.0 / 3);
}

// A class looks at a text once, with one row.
TEST(AttentionNumbers, OfAClassAreThoseOfItsOneRow) {
  AttentionMap map = map_of(1, 4, {0.5F, 0.25F, 0.25F, 0});
  map.rows.kind = Axis::Kind::labels;
  AttentionNumbers numbers = numbers_of({{map}, {map_of(1, 4, {1, 0, 0, 0})}});
  EXPECT_NEAR(numbers.entropy.score, 1.5 * std::log(2) / 2, 1e-6);
  EXPECT_EQ(numbers.entropy.count, 2);
  EXPECT_NEAR(numbers.entropy_share.score, 100 * 1.5 * std::log(2) / std::log(4) / 2, 1e-4);
  EXPECT_NEAR(numbers.coverage.score, 100 * 2.0 / 6, 1e-6) << "one of three words in either text";
  EXPECT_NEAR(numbers.coverage_deviation.score, (0.5 + 0.75 + 0.75 + 0 + 1 + 1) / 6, 1e-6);
}

TEST(AttentionNumbers, HaveSignaturesAndIntervals) {
  std::vector<Statistics> outputs;
  for (int i = 0; i < 30; ++i) {
    std::vector<AttentionMap> heads = {map_of(1, 2, {0.5F, i % 2 == 0 ? 0.5F : 0})};
    outputs.push_back(attention_statistics(heads));
  }
  AttentionNumbers plain = attention_numbers(outputs);
  EXPECT_FALSE(plain.entropy.interval.has_value());
  EXPECT_TRUE(plain.coverage.signature.starts_with("heads:mean|from:0.5|version:heed-"));
  AttentionNumbers numbers = attention_numbers(outputs, {.samples = 100});
  EXPECT_TRUE(numbers.entropy.signature.starts_with("bs:100|seed:12345|heads:mean|unit:nat|"));
  ASSERT_TRUE(numbers.entropy.interval.has_value());
  EXPECT_LT(numbers.entropy.interval->low, numbers.entropy.score);
  EXPECT_GT(numbers.entropy.interval->high, numbers.entropy.score);
  EXPECT_EQ(numbers.coverage.interval->low, 100);
  EXPECT_THROW(attention_numbers({}), InputError);
}

}  // namespace
}  // namespace heed
