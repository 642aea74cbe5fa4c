#include "heed/tasks/classify.h"

#include <gtest/gtest.h>

#include <cmath>

#include "heed/base/error.h"
#include "heed/data/batch.h"
#include "heed/tasks/registry.h"
#include "message.h"

namespace heed {
namespace {

using Texts = std::vector<std::string>;
using Ids = std::vector<int32_t>;
constexpr int32_t kUnknown = Vocabulary::kUnknown, kEnd = Vocabulary::kEnd;
enum : std::size_t { kText, kLabel };

// The classes are bad (0), good (1) and mixed (2); the text has film (4), a (5), an (6), bad (7), good (8).
class ClassifyTest : public testing::Test {
 protected:
  ClassifyTest() { task_->learn(records_); }
  Example encode(const std::string& label, const std::string& text) {
    return task_->encode({{label, text}, "f", 7});
  }
  // What a model makes of a text of two tokens and the end: classes, what it looked at, and how it read.
  static RawOutput raw(std::vector<float> probabilities) {
    RawOutput output;
    for (float& one : probabilities) one = std::log(one);
    output.arrays["log_probs"] = {{3}, std::move(probabilities), {}};
    output.attention = {{{"encoder", 0, "text", "text"}, {1, 3, {0, 0, 0}, std::vector<float>(9, 1.0F / 3)}},
                        {{"pooling", 0, "label", "text"}, {2, 3, {0}, {0.5F, 0.5F, 0, 0, 0.25F, 0.75F}}}};
    return output;
  }
  const std::vector<Record> records_ = {
      {{"good", "a good film"}, "f", 1}, {{"bad", "a bad film"}, "f", 2}, {{"mixed", "an film"}, "f", 3}};
  std::unique_ptr<Task> task_ = make_task(ClassifyOptions{});
};

TEST_F(ClassifyTest, LearnsClassesInByteOrderAndTheWordsOfTheTexts) {
  auto names = task_->class_names();
  EXPECT_EQ(Texts(names.begin(), names.end()), (Texts{"bad", "good", "mixed"}));
  Schema schema = task_->schema();
  EXPECT_EQ(schema.inputs(), (std::vector<std::size_t>{kText}));
  EXPECT_EQ(schema[kText].size, 4 + 5);
  EXPECT_EQ(schema[kText].size, task_->vocabulary("text").size());
  EXPECT_EQ(schema[kLabel].kind, ColumnKind::classes);
  EXPECT_EQ(schema[kLabel].size, 3);
  EXPECT_FALSE(schema[kLabel].sequence);
  EXPECT_THROW(task_->vocabulary("label"), OptionError) << "classes are no tokens";
  EXPECT_EQ(task_->search_tokens(), std::nullopt) << "nothing is written token by token";
  std::vector<Record> alone(3, Record{{"good", "a"}, "f", 1});
  EXPECT_CONTAINS(message_of<InputError>([&] { make_task(ClassifyOptions{})->learn(alone); }),
                  "at least two classes to tell apart, found 'good' alone");
}

TEST_F(ClassifyTest, EncodesTheTextWithItsEndAndTheNumberOfItsClass) {
  Example example = encode("mixed", "A film, sir");
  EXPECT_EQ(example[kText].ids, (Ids{5, 4, kUnknown, kUnknown, kEnd}));
  EXPECT_EQ(example[kText].axis.labels[1].begin, 2);
  EXPECT_EQ(example[kText].axis.column, "text");
  EXPECT_EQ(example[kText].axis.side, Axis::Side::input);
  EXPECT_EQ(example[kLabel].ids, (Ids{2}));
  EXPECT_EQ(example.line, 7);
  EXPECT_EQ(task_->cost(example), 5);
  EXPECT_TRUE(encode("", "a film")[kLabel].ids.empty());
  ClassifyOptions options;
  options.max_length = 2;
  std::unique_ptr<Task> strict = make_task(options);
  strict->load(task_->files(), "m");
  Example cut = strict->encode({{"good", "a good film"}, "f", 1});
  EXPECT_EQ(cut[kText].ids, (Ids{5, 8, kEnd}));
  EXPECT_TRUE(cut[kText].cut);
}

TEST_F(ClassifyTest, SaysWhatNothingCanBeLearntFromOrSaidOf) {
  EXPECT_EQ(task_->unusable(encode("good", "a film")), "");
  for (const Example& example : {encode("good", ""), encode("", "a film"), Example{std::vector<Column>(2)}}) {
    EXPECT_EQ(task_->unusable(example), "an empty column");
    EXPECT_EQ(task_->untestable(example), "an empty column");
  }
  Example unseen = encode("awful", "a film");
  EXPECT_EQ(task_->unusable(unseen), "a label that the training data does not have");
  EXPECT_EQ(task_->untestable(unseen), "") << "a prediction for it is wrong, which can be said";
}

TEST_F(ClassifyTest, AnswersWithTheLikeliestClassAndHasTheOthersBehindIt) {
  Example example = encode("", "a film");
  Prediction prediction = task_->decode(raw({0.2F, 0.7F, 0.1F}), example);
  EXPECT_EQ(prediction.text, "good");
  EXPECT_EQ(task_->answer(records_[0], prediction), "good");
  EXPECT_NEAR(prediction.log_probability, std::log(0.7), 1e-6);
  EXPECT_EQ(prediction.normalised_log_probability, prediction.log_probability);
  ASSERT_EQ(prediction.tokens.size(), 1U);
  EXPECT_EQ(prediction.tokens[0].text, "good");
  ASSERT_EQ(prediction.others.size(), 2U);
  EXPECT_EQ(prediction.others[0].text, "bad");
  EXPECT_NEAR(prediction.others[1].log_probability, std::log(0.1), 1e-6);
  ASSERT_EQ(prediction.probabilities.size(), 3U);
  EXPECT_EQ(prediction.probabilities[0].first, "bad") << "in the order of the classes";
  EXPECT_NEAR(prediction.probabilities[0].second, 0.2, 1e-6);
  EXPECT_EQ(task_->decode(raw({0.4F, 0.4F, 0.2F}), example).text, "bad") << "of equal ones the first";
}

TEST_F(ClassifyTest, ShowsWhatEachClassIsReadFrom) {
  RawOutput output = raw({0.2F, 0.7F, 0.1F});
  output.arrays["evidence"] = {{2, 3}, {0, 3, 0, 0, 0, 3}, {}};
  Prediction prediction = task_->decode(output, encode("", "a film"));
  ASSERT_EQ(prediction.source_maps.size(), 1U);
  EXPECT_EQ(prediction.source_maps[0].part, "encoder.attention");
  EXPECT_TRUE(prediction.source_maps[0].is_of_input());
  ASSERT_EQ(prediction.maps.size(), 3U) << "two heads and the evidence";
  for (const AttentionMap& map : prediction.maps) {
    EXPECT_NO_THROW(require_valid(map));
    EXPECT_TRUE(map.is_over_text());
    ASSERT_EQ(map.rows.labels.size(), 1U);
    EXPECT_EQ(map.rows.labels[0].text, "good");
    EXPECT_EQ(map.columns.column, "text");
  }
  EXPECT_EQ(prediction.maps[0].part, "pooling.attention");
  EXPECT_FLOAT_EQ(prediction.maps[1].at(0, 2), 0.75F);
  EXPECT_FLOAT_EQ(prediction.maps[2].at(0, 0), 1) << "the first token alone speaks for 'good'";
  EXPECT_EQ(prediction.others[1].maps[0].rows.labels[0].text, "mixed");
  EXPECT_FLOAT_EQ(prediction.others[1].maps[2].at(0, 1), 1);
}

TEST_F(ClassifyTest, ScoresTheClassThatIsGiven) {
  RawOutput output = raw({0.2F, 0.7F, 0.1F});
  output.given = true;
  Prediction prediction = task_->decode(output, encode("mixed", "a film"));
  EXPECT_EQ(prediction.text, "mixed");
  EXPECT_NEAR(prediction.log_probability, std::log(0.1), 1e-6);
  EXPECT_TRUE(prediction.others.empty());
  EXPECT_EQ(prediction.probabilities.size(), 3U);
  EXPECT_EQ(message_of<InputError>([&] { task_->decode(output, encode("awful", "a film")); }),
            "expected one of the labels that this model knows (bad, good, mixed), found 'awful'");
}

TEST_F(ClassifyTest, SurvivesItsFiles) {
  EXPECT_EQ(task_->file_names(), (Texts{"label.classes.txt", "text.vocab.txt"}));
  EXPECT_EQ(task_->files().at("label.classes.txt"), "bad\ngood\nmixed\n");
  std::unique_ptr<Task> read = make_task(ClassifyOptions{});
  read->load(task_->files(), "m");
  EXPECT_EQ(read->files(), task_->files());
  EXPECT_EQ(read->schema(), task_->schema());
  Record record{{"mixed", "a bad film"}, "f", 1};
  EXPECT_EQ(read->encode(record)[kText].ids, task_->encode(record)[kText].ids);
  EXPECT_EQ(read->encode(record)[kLabel].ids, (Ids{2}));
  std::vector<Prediction> right(1);
  right[0].text = "mixed";
  std::vector<Score> scores = score_all(read->metrics(), right, std::span(&record, 1));
  ASSERT_EQ(scores.size(), 2U);
  EXPECT_EQ(scores[0].score, 100);
  EXPECT_EQ(scores[1].score, 100) << "metrics know the classes that were loaded";
  auto damaged = task_->files();
  damaged["label.classes.txt"] = "bad\ngood\nbad\n";
  EXPECT_CONTAINS(message_of<FileError>([&] { make_task(ClassifyOptions{})->load(damaged, "m"); }),
                  "m/label.classes.txt: expected classes of different names");
}

TEST_F(ClassifyTest, HasItsColumnsByNameOrTheLabelFirst) {
  Columns columns = task_->columns();
  EXPECT_EQ(columns.names, (Texts{"label", "text"}));
  EXPECT_EQ(input_text(records_[0], columns), "a good film");
  EXPECT_EQ(answer_texts(records_[0], columns), (Texts{"good"}));
  ClassifyOptions options;
  options.metrics = {};
  EXPECT_THROW(make_task(options), OptionError);
}

}  // namespace
}  // namespace heed
