#include "heed/evaluate/findings.h"

#include <gtest/gtest.h>

#include <cmath>

#include "evaluate/runs.h"

namespace heed {
namespace {

TEST(Findings, JudgeARunAsAWholeByLengthAndOnTheLongSentences) {
  Findings found = judged({run_of(0, 1, kShort), run_of(1, 1, kAll), failed(2, "no")});
  EXPECT_EQ(found.metric, "accuracy");
  EXPECT_EQ(found.signature, "nrefs:1|case:mixed");
  EXPECT_EQ(found.unit, "words");
  EXPECT_EQ(found.longer_than, 2) << "the median";
  EXPECT_EQ(found.longer_sentences, 4U);
  ASSERT_EQ(found.lengths.size(), 2U);
  EXPECT_EQ(found.lengths[1].shortest, 3);
  EXPECT_DOUBLE_EQ(found.lengths[1].mean, 3.5);
  const Qualities& quality = found.runs[0].quality;
  EXPECT_DOUBLE_EQ(quality.all.value, 50);
  EXPECT_LT(quality.all.low, 50);
  EXPECT_GT(quality.all.high, 50);
  EXPECT_DOUBLE_EQ(quality.longer.value, 0);
  EXPECT_DOUBLE_EQ(quality.by_length[0].value, 100);
  EXPECT_DOUBLE_EQ(quality.by_length[1].value, 0);
}

TEST(Findings, OfAVariantAreTheMeanOfItsRuns) {
  Findings found = judged({run_of(0, 1, kShort), run_of(0, 3, kAll), run_of(1, 1, kAll), failed(2, "no")});
  const VariantFindings& base = found.variants[0];
  EXPECT_EQ(base.runs, 2);
  EXPECT_DOUBLE_EQ(base.quality.all.value, 75);
  EXPECT_DOUBLE_EQ(base.quality.by_length[1].value, 50);
  EXPECT_DOUBLE_EQ(base.lowest, 50);
  EXPECT_DOUBLE_EQ(base.highest, 100);
  EXPECT_NEAR(base.deviation, 35.355, 1e-3);
  EXPECT_DOUBLE_EQ(number_of(base.numbers, "parameters"), 20);
  EXPECT_TRUE(std::isnan(number_of(base.numbers, "attention_entropy")));
  EXPECT_TRUE(std::isnan(number_of(base.numbers, "nonsense")));
  EXPECT_TRUE(std::isnan(found.variants[1].deviation)) << "one run has none";
  EXPECT_EQ(found.variants[2].runs, 0);
  EXPECT_EQ(found.variants[2].error, "no");
}

const std::vector<bool> kHalf = {true, false, true, false, true, false, true, false};

TEST(Findings, ComparePairwiseOnTheSameSentences) {
  Findings found = judged({run_of(0, 1, kShort), run_of(1, 1, kAll)});
  const VariantFindings& other = found.variants[1];
  EXPECT_DOUBLE_EQ(other.all.value, 50);
  EXPECT_GT(other.all.low, 0);
  EXPECT_DOUBLE_EQ(other.longer.value, 100);
  EXPECT_DOUBLE_EQ(other.longer.low, 100) << "every long sentence differs";
  EXPECT_TRUE(std::isnan(found.variants[0].all.value)) << "the baseline has no difference to itself";
  // The same outputs leave nothing to explain.
  EXPECT_DOUBLE_EQ(judged({run_of(0, 1, kHalf), run_of(1, 1, kHalf)}).variants[1].all.p, 1);
}

// Two thousand sentences of which the first so many are got right.
RunFindings run_of_many(std::size_t variant, int64_t seed, int right) {
  RunFindings run{variant, seed, {}, {}};
  for (int i = 0; i < 2000; ++i) add_sentence(run, i % 2 == 0 ? "a" : "a b", i < right);
  return run;
}

Difference difference_over(const std::vector<int>& baseline, const std::vector<int>& other) {
  std::vector<RunFindings> runs;
  for (int right : baseline) runs.push_back(run_of_many(0, static_cast<int64_t>(runs.size()), right));
  for (int right : other) runs.push_back(run_of_many(1, static_cast<int64_t>(runs.size()), right));
  return judged(std::move(runs)).variants[1].all;
}

TEST(Findings, DoNotTakeLuckWithSeedsForADifference) {
  // Three points on two thousand sentences could not be luck with sentences; over seeds each has ten.
  Difference overlapping = difference_over({1000, 1100, 1200}, {1060, 1160, 1260});
  EXPECT_NEAR(overlapping.value, 3, 1e-9);
  EXPECT_GT(overlapping.p, 0.3);
  EXPECT_LT(overlapping.low, 0);
  EXPECT_GT(overlapping.high, 0);
  Difference separate = difference_over({1000, 1010, 1020}, {1200, 1210, 1220});
  EXPECT_LT(separate.p, 0.01);
  EXPECT_GT(separate.low, 0);
}

TEST(Findings, OfOneSeedEachKnowTheChanceOfSentencesAlone) {
  Difference single = difference_over({1000}, {1060});
  EXPECT_LT(single.p, 0.01);
  EXPECT_FALSE(single.of_seeds);
  EXPECT_TRUE(difference_over({1000, 1010}, {1060}).of_seeds);
}

TEST(Findings, KnowNoDifferenceBetweenDifferentTests) {
  RunFindings elsewhere = run_of(1, 1, kAll);
  elsewhere.facts.outputs.sources[0] = "another";
  Findings found = judged({run_of(0, 1, kShort), elsewhere});
  EXPECT_DOUBLE_EQ(found.variants[1].quality.all.value, 100);
  EXPECT_TRUE(std::isnan(found.variants[1].all.value));
  EXPECT_TRUE(std::isnan(found.variants[1].quality.by_length[0].value));
}

TEST(Findings, TakeTheBaselineAndTheLengthThatWereAskedFor) {
  JudgeOptions options;
  options.baseline = 1;
  options.longer_than = 3;
  Findings found = judged({run_of(0, 1, kShort), run_of(1, 1, kAll)}, options);
  EXPECT_DOUBLE_EQ(found.variants[0].all.value, -50);
  EXPECT_EQ(found.longer_sentences, 2U);
}

TEST(Findings, GroupInputsThatAreNoTextsByTheLengthsThatTheyHave) {
  RunFindings run = run_of(0, 1, kShort);
  run.facts.outputs.lengths = {90, 90, 10, 10, 90, 90, 10, 10};
  Findings found = judged({run});
  EXPECT_EQ(found.unit, "frames");
  ASSERT_EQ(found.lengths.size(), 2U);
  EXPECT_EQ(found.lengths[1].longest, 90);
  EXPECT_DOUBLE_EQ(found.runs[0].quality.by_length[0].value, 0);
  EXPECT_DOUBLE_EQ(found.runs[0].quality.by_length[1].value, 100);
}

TEST(Findings, WhereEverythingFailedAreEmpty) {
  Findings found = judged({failed(0, "a"), failed(1, "b"), failed(2, "c")});
  EXPECT_EQ(found.sentences, 0U);
  EXPECT_TRUE(found.lengths.empty());
  EXPECT_EQ(found.variants[1].error, "b");
}

}  // namespace
}  // namespace heed
