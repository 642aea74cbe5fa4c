#include <gtest/gtest.h>

#include "heed/base/error.h"
#include "heed/tasks/registry.h"
#include "heed/text/vocabulary.h"
#include "message.h"

namespace heed {
namespace {

enum : std::size_t { kSource, kTarget };

class TranslateTest : public testing::Test {
 protected:
  void SetUp() override {
    std::vector<Record> records = {{{"ab c", "xyz"}, "f", 1}};
    task_->learn(records);
  }
  RawOutput output_of(const std::string& target, int32_t columns) const {
    Hypothesis hypothesis;
    hypothesis.tokens = task_->encode({{"a", target}, "", 0})[kTarget].ids;
    std::size_t rows = hypothesis.tokens.size();
    hypothesis.attention = {{1, columns, std::vector<int32_t>(rows, 0),
                             std::vector<float>(rows * static_cast<std::size_t>(columns), 0.5F)}};
    return {{hypothesis}, {{"decoder", 0, "target", "source"}}};
  }
  std::unique_ptr<Task> task_ = make_task(TranslateOptions{});
};

TEST_F(TranslateTest, EncodesWithAnEndAndUnknownTokens) {
  Example example = task_->encode({{"aq"}, "", 0});
  EXPECT_EQ(example[kSource].ids.size(), 3U);
  EXPECT_EQ(example[kSource].ids[1], Vocabulary::kUnknown);
  EXPECT_EQ(example[kSource].ids[2], Vocabulary::kEnd);
  EXPECT_TRUE(example[kTarget].ids.empty());
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
  EXPECT_EQ(map.rows.column, "target");
  EXPECT_EQ(map.columns.column, "source");
  EXPECT_FALSE(map.is_of_input());
  EXPECT_FALSE(map.is_of_output());
  EXPECT_NO_THROW(require_valid(map));
}

// A decoder of two layers that attends to its own output as well.
TEST_F(TranslateTest, NamesTheMapsOfSeveralBlocksAndAlignsByTheLastOneOverTheSource) {
  Example example = task_->encode({{"b c"}, "", 0});
  RawOutput output = output_of("xz", 4);
  AttentionRows source = output.hypotheses[0].attention[0];
  AttentionRows target{2, 3, {0, 0, 0}, {1, 0, 0, 1, 0, 0, .5F, .5F, 0, 0, 1, 0, .2F, .3F, .5F, 0, 0, 1}};
  output.hypotheses[0].attention = {source, target, source, target};
  output.hypotheses[0].attention[2].weights.assign(12, 0.25F);
  output.blocks = {{"decoder", 0, "target", "source"},
                   {"decoder", 0, "target", "target"},
                   {"decoder", 1, "target", "source"},
                   {"decoder", 1, "target", "target"}};
  Prediction prediction = task_->decode(output, example);
  ASSERT_EQ(prediction.maps.size(), 6U);
  for (const AttentionMap& map : prediction.maps) EXPECT_NO_THROW(require_valid(map));
  const AttentionMap& own = prediction.maps[5];
  EXPECT_EQ(own.part, "decoder.self_attention");
  EXPECT_EQ(own.layer, 1);
  EXPECT_EQ(own.head, 1);
  ASSERT_EQ(own.columns.labels.size(), 3U);
  EXPECT_EQ(own.columns.labels[0].text, "<s>");
  EXPECT_TRUE(own.columns.labels[0].special);
  EXPECT_EQ(own.columns.labels[1], own.rows.labels[0]);
  EXPECT_TRUE(own.is_of_output());
  EXPECT_EQ(own.columns.column, "target");
  EXPECT_FLOAT_EQ(prediction.maps[4].at(2, 1), 0.3F);
  EXPECT_EQ(prediction.maps[3].columns.labels.size(), 4U);
  std::span<const AttentionMap> heads = alignment_maps(prediction.maps);
  ASSERT_EQ(heads.size(), 1U);
  EXPECT_EQ(heads[0].part, "decoder.attention");
  EXPECT_EQ(heads[0].layer, 1);
  EXPECT_FLOAT_EQ(heads[0].weights[0], 0.25F);
  EXPECT_TRUE(alignment_maps({}).empty());
}

TEST_F(TranslateTest, ThePicturesOfAnEncoderHaveTheSourceOnBothSides) {
  RawOutput output = output_of("xz", 4);
  output.attention = {
      {{"encoder", 0, "source", "source"}, {1, 4, {0, 0, 0, 0}, std::vector<float>(16, .25F)}}};
  Prediction prediction = task_->decode(output, task_->encode({{"b c"}, "", 0}));
  ASSERT_EQ(prediction.source_maps.size(), 1U);
  const AttentionMap& map = prediction.source_maps[0];
  EXPECT_EQ(map.part, "encoder.attention");
  EXPECT_TRUE(map.is_of_input());
  EXPECT_FALSE(map.is_of_output());
  EXPECT_EQ(map.rows.column, "source");
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
  hypothesis.attention[0].begin.pop_back();
  hypothesis.attention[0].weights.resize(4);
  Prediction prediction = task_->decode(output, task_->encode({{"b"}, "", 0}));
  EXPECT_EQ(prediction.text, "xy");
  EXPECT_EQ(prediction.maps[0].rows.labels.size(), 2U);
  EXPECT_NO_THROW(require_valid(prediction.maps[0]));
}

TEST_F(TranslateTest, KeepsEveryHypothesisWithItsOwnTokensAndMaps) {
  RawOutput output = output_of("xy", 2);
  output.hypotheses.push_back(output_of("z", 2).hypotheses[0]);
  output.hypotheses[1].normalised_log_probability = -2;
  output.hypotheses[1].log_probability = -4;
  output.hypotheses[1].token_log_probabilities = {-3, -1};
  Prediction prediction = task_->decode(output, task_->encode({{"b"}, "", 0}));
  EXPECT_EQ(prediction.text, "xy");
  ASSERT_EQ(prediction.others.size(), 1U);
  const Output& other = prediction.others[0];
  EXPECT_EQ(other.text, "z");
  EXPECT_EQ(other.normalised_log_probability, -2);
  EXPECT_EQ(other.log_probability, -4);
  ASSERT_EQ(other.tokens.size(), 2U);
  EXPECT_EQ(other.tokens[0].text, "z");
  EXPECT_EQ(other.tokens[0].log_probability, -3);
  EXPECT_EQ(other.maps[0].hypothesis, 1);
  EXPECT_EQ(other.maps[0].rows.labels.size(), 2U);
}

TEST_F(TranslateTest, CutsWhatIsTooLongAndSaysSo) {
  Example example = task_->encode({{std::string(10'000'000, 'a')}, "", 0});
  EXPECT_TRUE(example[kSource].cut);
  EXPECT_EQ(example[kSource].ids.size(), 1001U);
  EXPECT_EQ(example[kSource].ids.back(), Vocabulary::kEnd);
  EXPECT_EQ(example[kSource].axis.labels.back().begin, 1000);
  EXPECT_FALSE(task_->encode({{std::string(1000, 'a')}, "", 0})[kSource].cut);
}

TEST_F(TranslateTest, ScoresByItsMetricsAgainstEveryFurtherColumn) {
  std::vector<Record> records = {{{"a", "x y", "x z", ""}, "f", 1}, {{"b", "y"}, "f", 2}};
  std::vector<Prediction> predictions(2);
  predictions[0].text = "x z";
  predictions[1].text = "z";
  std::vector<Score> scores = score_all(task_->metrics(), predictions, records);
  ASSERT_EQ(scores.size(), 2U);
  EXPECT_EQ(scores[0].name, "accuracy");
  EXPECT_EQ(scores[0].score, 50);
  EXPECT_EQ(scores[1].name, "CER");
  EXPECT_DOUBLE_EQ(scores[1].score, 100.0 / 4);
  TranslateOptions options;
  options.metrics = {"wer"};
  Score wer = score_all(make_task(options)->metrics(), predictions, records, {.samples = 10}).at(0);
  EXPECT_DOUBLE_EQ(wer.score, 100.0 / 3);
  EXPECT_TRUE(wer.interval.has_value());
}

TEST_F(TranslateTest, RefusesMetricsThatAreNotThere) {
  EXPECT_CONTAINS(message_of<OptionError>(
                      [] { read_options<TranslateOptions>("\nmetrics: [exact_match, blue]", "r.yml"); }),
                  "r.yml:2: metrics: expected one of bleu");
  EXPECT_CONTAINS(message_of<OptionError>([] { read_options<TranslateOptions>("metrics: blue", "r.yml"); }),
                  "found 'blue'; did you mean 'bleu'?");
  TranslateOptions options;
  options.metrics = {};
  EXPECT_THROW(make_task(options), OptionError);
}

TEST_F(TranslateTest, SurvivesItsFiles) {
  std::unique_ptr<Task> read = make_task(TranslateOptions{});
  read->load(task_->files(), "m");
  EXPECT_EQ(read->files(), task_->files());
  EXPECT_EQ(read->schema(), task_->schema());
  EXPECT_EQ(read->schema()[kTarget].size, 4 + 3);
}

TranslateOptions with(const TokeniserOptions& side) {
  TranslateOptions options;
  options.source = options.target = side;
  return options;
}

TEST(Joint, SidesShareOneVocabularyAndOneFile) {
  TranslateOptions options = with(WordsOptions{});
  options.joint = true;
  std::unique_ptr<Task> task = make_task(options);
  std::vector<Record> records = {{{"a b", "b c"}, "f", 1}};
  task->learn(records);
  EXPECT_EQ(task->file_names(), std::vector<std::string>{"joint.vocab.txt"});
  EXPECT_EQ(task->schema()[kSource].size, 4 + 3);
  EXPECT_EQ(task->schema()[kSource].vocabulary, task->schema()[kTarget].vocabulary);
  Example example = task->encode(records[0]);
  EXPECT_EQ(example[kSource].ids[1], example[kTarget].ids[0]);
  std::unique_ptr<Task> read = make_task(options);
  read->load(task->files(), "m");
  EXPECT_EQ(read->encode(records[0])[kTarget].ids, example[kTarget].ids);
}

TEST(Joint, SidesMustBeCutAlike) {
  TranslateOptions options;
  options.target = WordsOptions{};
  options.joint = true;
  EXPECT_CONTAINS(message_of<OptionError>([&] { make_task(options); }), "task.joint");
}

TEST(Subwords, AreDrawnAsTheyWereProduced) {
  SentencePieceOptions pieces;
  pieces.size = 8;
  std::unique_ptr<Task> task = make_task(with(pieces));
  std::vector<Record> records(50, Record{{"abab ab", "abab ab"}, "f", 1});
  task->learn(records);
  EXPECT_EQ(task->file_names(), (std::vector<std::string>{"source.spm", "target.spm"}));
  // The pieces of two texts one after the other; as one text they would be cut otherwise.
  Hypothesis hypothesis;
  for (const char* text : {"a", "bab"}) {
    auto ids = task->encode({{"a", text}, "", 0})[kTarget].ids;
    hypothesis.tokens.insert(hypothesis.tokens.end(), ids.begin(), ids.end() - 1);
  }
  std::size_t count = hypothesis.tokens.size();
  hypothesis.attention = {{1, 1, std::vector<int32_t>(count, 0), std::vector<float>(count, 1.0F)}};
  Prediction prediction =
      task->decode({{hypothesis}, {{"decoder", 0, "target", "source"}}}, task->encode({{"a"}, "", 0}));
  EXPECT_EQ(prediction.text, "a bab");
  ASSERT_EQ(prediction.maps[0].rows.labels.size(), count);
  int64_t at = 0;
  for (const Label& label : prediction.maps[0].rows.labels) {
    EXPECT_EQ(label.begin, at);
    at = label.end;
    EXPECT_FALSE(label.special);
  }
  EXPECT_EQ(at, 5);
  EXPECT_EQ(prediction.maps[0].rows.labels.back().word, 1);
}

}  // namespace
}  // namespace heed
