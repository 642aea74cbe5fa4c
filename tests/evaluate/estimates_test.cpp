#include "heed/evaluate/estimates.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

MeanScore mean(const std::vector<double>& runs, const std::vector<double>& samples = {0, 0}) {
  std::vector<SampledScore> scores;
  for (double value : runs) {
    scores.push_back({value, samples});
    for (double& sample : scores.back().samples) sample += value;
  }
  std::vector<const SampledScore*> pointers;
  for (const SampledScore& score : scores) pointers.push_back(&score);
  return mean_of(pointers);
}

TEST(MeanScore, IsTheMeanOfEverySampleWithTheVarianceOfTheRuns) {
  MeanScore of_three = mean({1, 2, 6}, {0, 3});
  EXPECT_DOUBLE_EQ(of_three.value, 3);
  EXPECT_DOUBLE_EQ(of_three.samples[0], 3);
  EXPECT_DOUBLE_EQ(of_three.samples[1], 6);
  EXPECT_DOUBLE_EQ(of_three.variance, 7);
  EXPECT_DOUBLE_EQ(mean({5}).variance, 0);
}

// Quantiles from the tables of the distribution.
TEST(StudentT, HasTheQuantilesOfTheDistribution) {
  struct Row {
    double degrees, quantile, error;
  };
  for (const Row& row : {Row{2, 4.303, 0.15}, Row{4, 2.776, 0.06}, Row{30, 2.042, 0.03}}) {
    std::vector<double> drawn = draw_student_t(row.degrees, 200000, 1);
    std::sort(drawn.begin(), drawn.end());
    EXPECT_NEAR(drawn[195000], row.quantile, row.error) << row.degrees;
    EXPECT_NEAR(drawn[5000], -row.quantile, row.error) << row.degrees;
    EXPECT_NEAR(drawn[100000], 0, 0.02) << row.degrees;
  }
  EXPECT_EQ(draw_student_t(2, 5, 7), draw_student_t(2, 5, 7)) << "drawn by the seed alone";
}

// Where sentences add nothing, the interval is the textbook's: mean ± t · s / √n.
TEST(Estimate, OfAVariantHasTheIntervalOfStudentOverItsRuns) {
  std::vector<double> none(20000, 0.0);
  Estimate of_three = estimate_of(mean({19, 20, 21}, none), 1);
  EXPECT_DOUBLE_EQ(of_three.value, 20);
  EXPECT_NEAR(of_three.high, 20 + 4.303 / std::sqrt(3), 0.2);
  EXPECT_NEAR(of_three.low, 20 - 4.303 / std::sqrt(3), 0.2);
  Estimate of_one = estimate_of(mean({20}, none), 1);
  EXPECT_DOUBLE_EQ(of_one.low, 20);
  EXPECT_DOUBLE_EQ(of_one.high, 20);
}

// Welch's t test of {19, 20, 21} against {20, 22, 24}: t = 1.549, 2.941 degrees of freedom, p = 0.221.
TEST(Difference, HasThePOfWelchWhereSentencesAddNothing) {
  std::vector<double> none(20000, 0.0);
  Difference difference = difference_of(mean({20, 22, 24}, none), mean({19, 20, 21}, none), 1);
  EXPECT_DOUBLE_EQ(difference.value, 2);
  EXPECT_NEAR(difference.p, 0.221, 0.015);
  EXPECT_LT(difference.low, 0);
  EXPECT_TRUE(difference.of_seeds);
}

TEST(Difference, GivesASingleRunTheVarianceOfTheOthers) {
  std::vector<double> none(20000, 0.0);
  Difference difference = difference_of(mean({22}, none), mean({19, 20, 21}, none), 1);
  // t = 2 / √(1 + 1/3) = 1.732 with 2 degrees of freedom.
  EXPECT_NEAR(difference.p, 0.225, 0.015);
  EXPECT_TRUE(difference.of_seeds);
  EXPECT_FALSE(difference_of(mean({22}), mean({20}), 1).of_seeds);
}

TEST(Difference, OfNothingToExplainHasPOne) {
  EXPECT_DOUBLE_EQ(difference_of(mean({20}), mean({20}), 1).p, 1);
  EXPECT_DOUBLE_EQ(difference_of(mean({20, 20}), mean({20, 20}), 1).p, 1);
}

}  // namespace
}  // namespace heed
