#include "heed/tasks/by_length.h"

#include <gtest/gtest.h>

namespace heed {
namespace {

ByLength grouped(const std::vector<std::pair<std::string, bool>>& sources, int64_t groups) {
  auto task = make_task(TranslateOptions{});
  std::vector<Record> records;
  std::vector<Prediction> predictions;
  for (const auto& [source, right] : sources) {
    records.push_back({{source, "y"}, "test", 1});
    predictions.emplace_back();
    predictions.back().text = right ? "y" : "n";
  }
  return by_source_length(*task, predictions, records, groups);
}

TEST(ByLength, ScoresSentencesOfLikeLengthTogether) {
  ByLength made = grouped({{"a b c d", false}, {"a b", true}, {"a  b ", true}, {"a b c d e", true}}, 2);
  EXPECT_EQ(made.unit, "words");
  ASSERT_EQ(made.groups.size(), 2U);
  EXPECT_EQ(made.groups[0].longest, 2);
  EXPECT_EQ(made.groups[0].sentences, 2);
  EXPECT_DOUBLE_EQ(made.groups[0].scores[0].score, 100);
  EXPECT_EQ(made.groups[1].shortest, 4);
  EXPECT_EQ(made.groups[1].longest, 5);
  EXPECT_DOUBLE_EQ(made.groups[1].scores[0].score, 50);
}

TEST(ByLength, NeverPartsSentencesOfOneLength) {
  ByLength made = grouped({{"a b", true}, {"c d", true}, {"e f", false}, {"a b c", true}}, 4);
  ASSERT_EQ(made.groups.size(), 2U);
  EXPECT_EQ(made.groups[0].sentences, 3);
}

TEST(ByLength, CountsCharactersWhereThereAreNoSpaces) {
  ByLength made = grouped({{"早上好", true}, {"你", true}}, 5);
  EXPECT_EQ(made.unit, "characters");
  ASSERT_EQ(made.groups.size(), 2U);
  EXPECT_EQ(made.groups[1].longest, 3);
}

}  // namespace
}  // namespace heed
