#include "heed/evaluate/by_length.h"

#include <gtest/gtest.h>

#include "heed/metrics/registry.h"
#include "heed/tasks/registry.h"

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
  return by_input_length(*task, predictions, records, groups);
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

TEST(ByLength, IsOfTheInputsWhereverTheyStandInARecord) {
  auto task = make_task(ClassifyOptions{});
  std::vector<Record> records = {{{"a long label", "one two"}, "f", 1}, {{"b", "one two three"}, "f", 2}};
  task->learn(records);
  std::vector<Prediction> predictions(2);
  predictions[0].text = "a long label";
  ByLength made = by_input_length(*task, predictions, records, 2);
  ASSERT_EQ(made.groups.size(), 2U);
  EXPECT_EQ(made.groups[0].longest, 2);
  EXPECT_EQ(made.groups[1].longest, 3);
  EXPECT_EQ(made.groups[0].scores[0].score, 100);
  EXPECT_EQ(made.groups[1].scores[0].score, 0);
}

// A task whose input is as many vectors as its record says, and whose answer is a text.
struct Heard : Task {
  std::string name() const override { return "heard"; }
  Columns columns() const override { return {2, {"sound", "text"}}; }
  Schema schema() const override {
    return {{{.name = "sound", .kind = ColumnKind::numbers, .width = 2},
             {.name = "text", .input = false, .size = 9}}};
  }
  void learn(RecordReader&) override {}
  std::map<std::string, std::string> files() const override { return {}; }
  void load(const std::map<std::string, std::string>&, const std::string&) override {}
  std::vector<std::string> file_names() const override { return {}; }
  Example encode(const Record& record) const override {
    Example example{std::vector<Column>(2)};
    example[0].numbers.resize(2 * std::stoul(record.columns[0]));
    return example;
  }
  std::string unit() const override { return "tokens"; }
  Prediction decode(const RawOutput&, const Example&) const override { return {}; }
  std::span<const std::unique_ptr<TaskMetric>> metrics() const override { return metrics_; }
  Heard() { metrics_.push_back(text_metric(make_metric("exact_match"), columns())); }
  TaskMetrics metrics_;
};

TEST(ByLength, OfWhatIsNoTextCountsVectors) {
  std::vector<Record> records = {{{"7", "y"}, "f", 1}, {{"3", "y"}, "f", 2}};
  std::vector<Prediction> predictions(2);
  predictions[1].text = "y";
  ByLength made = by_input_length(Heard(), predictions, records, 2);
  EXPECT_EQ(made.unit, "frames");
  ASSERT_EQ(made.groups.size(), 2U);
  EXPECT_EQ(made.groups[0].longest, 3);
  EXPECT_EQ(made.groups[0].scores[0].score, 100);
  EXPECT_EQ(made.groups[1].shortest, 7);
}

}  // namespace
}  // namespace heed
