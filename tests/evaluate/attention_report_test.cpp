#include "heed/evaluate/attention_report.h"

#include <gtest/gtest.h>

#include <cmath>

#include "run/parity_model.h"

namespace heed {
namespace {

TEST(AttentionReport, MeasuresWhatTheModelLookedAtForItsOwnOutputs) {
  ParityModel model;
  std::vector<Record> records = {{{"even", "a"}, "f", 1}, {{"odd", "a b c"}, "f", 2}};
  MeasuredAttention measured = measure_attention(model, records, {}, {}, {});
  ASSERT_EQ(measured.predictions.size(), 2U);
  EXPECT_EQ(measured.predictions[1].text, "odd");
  EXPECT_TRUE(measured.predictions[1].maps.empty());
  ASSERT_TRUE(measured.report.has_value());
  EXPECT_EQ(measured.report->of, "outputs");
  EXPECT_FALSE(measured.report->alignment.has_value());
  const AttentionNumbers& numbers = measured.report->numbers;
  // Each class looks evenly at two tokens, and at four; the end is one of them, and need not be covered.
  EXPECT_NEAR(numbers.entropy.score, (std::log(2) + std::log(4)) / 2, 1e-6);
  EXPECT_NEAR(numbers.entropy_share.score, 100, 1e-4);
  EXPECT_NEAR(numbers.coverage.score, 100 * 1.0 / 4, 1e-6);
  EXPECT_EQ(numbers.entropy_by_head.size(), 2U);
}

}  // namespace
}  // namespace heed
