#include <gtest/gtest.h>

#include "heed/base/error.h"
#include "heed/tasks/task.h"
#include "heed/text/vocabulary.h"

namespace heed {
namespace {

class TranslateTest : public testing::Test {
 protected:
  void SetUp() override {
    std::vector<Record> records = {{{"ab c", "xyz"}, "f", 1}};
    task_->learn(records);
  }
  RawOutput output_of(const std::string& target, int32_t columns) const {
    Hypothesis hypothesis;
    hypothesis.tokens = task_->encode({{"a", target}, "", 0}).target.ids;
    hypothesis.heads = 1;
    hypothesis.width = columns;
    hypothesis.begin.assign(hypothesis.tokens.size(), 0);
    hypothesis.weights.assign(hypothesis.tokens.size() * static_cast<std::size_t>(columns), 0.5F);
    return {{hypothesis}};
  }
  std::unique_ptr<Task> task_ = make_task(TranslateOptions{});
};

TEST_F(TranslateTest, EncodesWithAnEndAndUnknownTokens) {
  Example example = task_->encode({{"aq"}, "", 0});
  EXPECT_EQ(example.source.ids.size(), 3U);
  EXPECT_EQ(example.source.ids[1], Vocabulary::kUnknown);
  EXPECT_EQ(example.source.ids[2], Vocabulary::kEnd);
  EXPECT_TRUE(example.target.ids.empty());
}

TEST_F(TranslateTest, LabelsTheMapWithBytesOfBothTexts) {
  Example example = task_->encode({{"b c"}, "", 0});
  Prediction prediction = task_->decode(output_of("xz", 4), example);
  EXPECT_EQ(prediction.text, "xz");
  ASSERT_EQ(prediction.maps.size(), 1U);
  const AttentionMap& map = prediction.maps[0];
  ASSERT_EQ(map.columns.labels.size(), 4U);
  EXPECT_EQ(map.columns.labels[2].text, "c");
  EXPECT_EQ(map.columns.labels[2].begin, 2);
  EXPECT_TRUE(map.columns.labels[3].special);
  ASSERT_EQ(map.rows.labels.size(), 3U);
  EXPECT_EQ(map.rows.labels[1].text, "z");
  EXPECT_EQ(map.rows.labels[1].begin, 1);
  EXPECT_TRUE(map.rows.labels[2].special);
  EXPECT_NO_THROW(require_valid(map));
}

TEST_F(TranslateTest, KeepsTheGivenTextWhereTheVocabularyLacksIt) {
  Example example = task_->encode({{"b", "x?"}, "", 0});
  RawOutput output = output_of("x?", 2);
  output.given = true;
  Prediction prediction = task_->decode(output, example);
  EXPECT_EQ(prediction.text, "x?");
  EXPECT_EQ(prediction.maps[0].rows.labels[1].text, "?");
}

TEST_F(TranslateTest, ReadsAPredictionFromItsTokensAndNeverFromTheReference) {
  Example example = task_->encode({{"b", "x?"}, "", 0});
  EXPECT_EQ(task_->decode(output_of("x?", 2), example).text, "x<unk>");
}

TEST_F(TranslateTest, AnOutputCutAtItsLimitHasNoEndRow) {
  RawOutput output = output_of("xy", 2);
  Hypothesis& hypothesis = output.hypotheses[0];
  hypothesis.tokens.pop_back();
  hypothesis.begin.pop_back();
  hypothesis.weights.resize(4);
  Prediction prediction = task_->decode(output, task_->encode({{"b"}, "", 0}));
  EXPECT_EQ(prediction.text, "xy");
  EXPECT_EQ(prediction.maps[0].rows.labels.size(), 2U);
  EXPECT_NO_THROW(require_valid(prediction.maps[0]));
}

TEST_F(TranslateTest, KeepsEveryHypothesisWithItsOwnTokensAndMaps) {
  RawOutput output = output_of("xy", 2);
  output.hypotheses.push_back(output_of("z", 2).hypotheses[0]);
  output.hypotheses[1].score = -2;
  output.hypotheses[1].log_probability = -4;
  output.hypotheses[1].token_scores = {-3, -1};
  Prediction prediction = task_->decode(output, task_->encode({{"b"}, "", 0}));
  EXPECT_EQ(prediction.text, "xy");
  ASSERT_EQ(prediction.others.size(), 1U);
  const Output& other = prediction.others[0];
  EXPECT_EQ(other.text, "z");
  EXPECT_EQ(other.score, -2);
  EXPECT_EQ(other.log_probability, -4);
  ASSERT_EQ(other.tokens.size(), 2U);
  EXPECT_EQ(other.tokens[0].text, "z");
  EXPECT_EQ(other.tokens[0].log_probability, -3);
  EXPECT_EQ(other.maps[0].hypothesis, 1);
  EXPECT_EQ(other.maps[0].rows.labels.size(), 2U);
}

TEST_F(TranslateTest, CutsWhatIsTooLongAndSaysSo) {
  Example example = task_->encode({{std::string(10'000'000, 'a')}, "", 0});
  EXPECT_TRUE(example.source.cut);
  EXPECT_EQ(example.source.ids.size(), 1001U);
  EXPECT_EQ(example.source.ids.back(), Vocabulary::kEnd);
  EXPECT_EQ(example.source.tokens.back().begin, 1000);
  EXPECT_FALSE(task_->encode({{std::string(1000, 'a')}, "", 0}).source.cut);
}

TEST_F(TranslateTest, SurvivesItsFiles) {
  std::unique_ptr<Task> read = make_task(TranslateOptions{});
  read->load(task_->files(), "m");
  EXPECT_EQ(read->files(), task_->files());
  EXPECT_EQ(read->sizes().target_vocabulary, 4 + 3);
}

}  // namespace
}  // namespace heed
