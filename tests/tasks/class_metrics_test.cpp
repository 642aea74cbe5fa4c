#include "heed/tasks/class_metrics.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace heed {
namespace {

struct Judged {
  std::string right, predicted;
};

// The classes are a, b and c; the label is the second column of a record.
Score score(const std::string& metric, const std::vector<Judged>& examples,
            const BootstrapOptions& bootstrap = {}) {
  auto classes = std::make_shared<ClassList>();
  classes->load("a\nb\nc\n", "classes");
  std::unique_ptr<TaskMetric> judge = make_class_metric(metric, classes, 1);
  EXPECT_EQ(judge->name(), metric);
  std::vector<Record> records;
  std::vector<Prediction> predictions(examples.size());
  for (std::size_t i = 0; i < examples.size(); ++i) {
    records.push_back({{"text", examples[i].right}, "f", static_cast<int64_t>(i + 1)});
    predictions[i].text = examples[i].predicted;
  }
  return score_of(*judge, statistics_of(*judge, predictions, records), records, bootstrap);
}

// Of a: 1 right, 1 found wrongly, 1 missed: F1 = 2 / 4. Of b: 2 right, 1 found wrongly, 1 missed: 4 / 6.
// Nothing is c.
const std::vector<Judged> kKnown = {{"a", "a"}, {"a", "b"}, {"b", "b"}, {"b", "b"}, {"b", "a"}};

TEST(Accuracy, IsTheShareOfClassesThatAreRight) {
  Score accuracy = score("accuracy", kKnown);
  EXPECT_EQ(accuracy.name, "accuracy");
  EXPECT_DOUBLE_EQ(accuracy.score, 60);
  EXPECT_EQ(accuracy.count, 5);
  EXPECT_TRUE(accuracy.signature.starts_with("unit:example|version:")) << accuracy.signature;
  EXPECT_DOUBLE_EQ(score("accuracy", {{"d", "a"}, {"a", "a"}}).score, 50)
      << "a class that nobody can predict";
}

TEST(MacroF1, IsTheMeanOverTheClassesThatOccur) {
  EXPECT_DOUBLE_EQ(score("macro_f1", kKnown).score, 100 * (2.0 / 4 + 4.0 / 6) / 2);
  EXPECT_EQ(score("macro_f1", kKnown).count, 5);
  EXPECT_DOUBLE_EQ(score("macro_f1", {{"a", "a"}, {"b", "b"}}).score, 100)
      << "nothing is c, and nothing was called so";
  EXPECT_DOUBLE_EQ(score("macro_f1", {{"a", "a"}, {"a", "c"}}).score, 100 * (2.0 / 3 + 0) / 2)
      << "c was predicted, so that it counts";
}

TEST(MacroF1, CountsEveryClassThatTrainingDidNotHave) {
  std::vector<Judged> examples = {{"a", "a"}, {"d", "a"}, {"d", "b"}, {"b", "b"}};
  // Of a and b: 1 right, 1 found wrongly: 2 / 3.
  EXPECT_DOUBLE_EQ(score("macro_f1", examples).score, 100 * (2.0 / 3 + 2.0 / 3 + 0) / 3);
  examples[2].right = "e";
  EXPECT_DOUBLE_EQ(score("macro_f1", examples).score, 100 * (2.0 / 3 + 2.0 / 3 + 0 + 0) / 4);
}

TEST(ClassMetrics, HaveIntervalsThatHoldTheScore) {
  std::vector<Judged> many;
  for (int i = 0; i < 200; ++i) many.push_back({i % 2 == 0 ? "a" : "b", i % 10 < 7 ? "a" : "b"});
  for (const std::string& name : class_metric_names()) {
    Score one = score(name, many, {.samples = 200});
    ASSERT_TRUE(one.interval.has_value());
    EXPECT_LT(one.interval->low, one.score);
    EXPECT_GT(one.interval->high, one.score);
    EXPECT_TRUE(one.signature.starts_with("bs:200|seed:12345|")) << one.signature;
  }
  EXPECT_THROW(make_class_metric("bleu", nullptr, 0), std::logic_error);
}

}  // namespace
}  // namespace heed
