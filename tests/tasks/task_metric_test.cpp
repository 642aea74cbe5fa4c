#include "heed/tasks/task_metric.h"

#include <gtest/gtest.h>

#include "heed/base/error.h"
#include "heed/metrics/registry.h"
#include "message.h"

namespace heed {
namespace {

std::vector<Prediction> predictions_of(const std::vector<std::string>& texts) {
  std::vector<Prediction> predictions(texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) predictions[i].text = texts[i];
  return predictions;
}

Score score(const TaskMetric& metric, const std::vector<std::string>& texts,
            const std::vector<Record>& records) {
  return score_of(metric, statistics_of(metric, predictions_of(texts), records), records);
}

TEST(TextMetric, TakesEveryAnswerOfARecordAsAReference) {
  auto metric = text_metric(make_metric("exact_match"), {2, {"source", "target"}, true});
  EXPECT_EQ(metric->name(), "exact_match");
  std::vector<Record> records = {{{"a", "x", "y"}, "f", 1}, {{"b", "z", "w"}, "f", 2}};
  Score both = score(*metric, {"y", "no"}, records);
  EXPECT_DOUBLE_EQ(both.score, 50);
  EXPECT_TRUE(both.signature.starts_with("nrefs:2|")) << both.signature;
  records.push_back({{"c", "x", ""}, "f", 3});
  EXPECT_TRUE(score(*metric, {"y", "no", "x"}, records).signature.starts_with("nrefs:var|"));
}

TEST(TextMetric, ReadsTheAnswersFromTheColumnsThatAreNoInputs) {
  auto metric =
      text_metric(make_metric("exact_match"), {3, {"label", "premise", "hypothesis"}, false, {1, 2}});
  std::vector<Record> records = {{{"yes", "a", "b"}, "f", 1}, {{"", "a", "b"}, "f", 2}};
  EXPECT_DOUBLE_EQ(score(*metric, {"yes", "a"}, records).score, 50)
      << "no answer is right only if nothing is said";
}

// Sacrebleu's order: references, then samples, then the rest.
TEST(TextMetric, HasTheSamplesBehindTheReferencesInItsSignature) {
  auto metric = text_metric(make_metric("exact_match"), {2, {"source", "target"}, true});
  std::vector<Record> records = {{{"a", "x"}, "f", 1}};
  Score sampled =
      score_of(*metric, statistics_of(*metric, predictions_of({"x"}), records), records, {.samples = 9});
  EXPECT_TRUE(sampled.signature.starts_with("nrefs:1|bs:9|seed:12345|")) << sampled.signature;
}

// The length of the text, as a share of that of the longest answer that it knows of.
struct Relative : TaskMetric {
  std::string name() const override { return "relative"; }
  std::string settings(std::span<const Record>) const override { return "unit:byte"; }
  std::unique_ptr<TaskMetric> prepared(std::span<const Record> records) const override {
    auto metric = std::make_unique<Relative>();
    for (const Record& record : records)
      metric->longest = std::max(metric->longest, record.columns[1].size());
    return metric;
  }
  Statistics statistics(const Prediction& prediction, const Record&) const override {
    return {static_cast<double>(prediction.text.size()) / static_cast<double>(longest), 1};
  }
  double score_of(std::span<const double> sum) const override { return 100 * sum[0] / sum[1]; }
  Score describe(std::span<const double> sum) const override {
    Score score;
    score.score = score_of(sum);
    return score;
  }
  std::size_t longest = 0;
};

TEST(TaskMetric, SeesAllRecordsBeforeItJudgesOne) {
  std::vector<Record> records = {{{"a", "1"}, "f", 1}, {{"b", "1234"}, "f", 2}};
  EXPECT_DOUBLE_EQ(score(Relative(), {"1", "123"}, records).score, 100 * (0.25 + 0.75) / 2);
  EXPECT_TRUE(score(Relative(), {"1", "123"}, records).signature.starts_with("unit:byte|version:"));
}

TEST(TaskMetric, NeedsAPredictionForEachRecordAndAtLeastOne) {
  std::vector<Record> records = {{{"a", "1"}, "f", 1}};
  EXPECT_EQ(message_of<InputError>([&] {
              score(Relative(), {"1", "2"}, records);
            }),
            "expected as many predictions as records (1), found 2");
  EXPECT_EQ(message_of<InputError>([&] { score(Relative(), {}, {}); }),
            "expected at least one prediction to score, found none");
}

}  // namespace
}  // namespace heed
