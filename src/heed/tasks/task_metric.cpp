#include "heed/tasks/task_metric.h"

#include "heed/base/error.h"

namespace heed {
namespace {

class TextMetric : public TaskMetric {
 public:
  TextMetric(std::unique_ptr<Metric> metric, const Columns& columns)
      : metric_(std::move(metric)), columns_(columns) {}

  std::string name() const override { return metric_->name(); }

  std::string settings(std::span<const Record> records) const override {
    std::size_t number = records.empty() ? 1 : answer_texts(records[0], columns_).size();
    bool varies = false;
    for (const Record& record : records) varies = varies || answer_texts(record, columns_).size() != number;
    return "nrefs:" + (varies ? "var" : std::to_string(number)) + "|" + metric_->settings();
  }

  Statistics statistics(const Prediction& prediction, const Record& record) const override {
    std::vector<std::string> references = answer_texts(record, columns_);
    if (references.empty()) references.emplace_back();
    return metric_->statistics(prediction.text, references);
  }

  double score_of(std::span<const double> sum) const override { return metric_->score_of(sum); }
  Score describe(std::span<const double> sum) const override { return metric_->describe(sum); }

 private:
  std::unique_ptr<Metric> metric_;
  Columns columns_;
};

}  // namespace

std::vector<Statistics> statistics_of(const TaskMetric& metric, std::span<const Prediction> predictions,
                                      std::span<const Record> records) {
  if (predictions.size() != records.size())
    throw InputError("expected as many predictions as records (" + std::to_string(records.size()) +
                     "), found " + std::to_string(predictions.size()));
  std::unique_ptr<TaskMetric> prepared = metric.prepared(records);
  const TaskMetric& judge = prepared ? *prepared : metric;
  std::vector<Statistics> examples;
  for (std::size_t i = 0; i < records.size(); ++i)
    examples.push_back(judge.statistics(predictions[i], records[i]));
  return examples;
}

Score score_of(const TaskMetric& metric, std::span<const Statistics> examples,
               std::span<const Record> records, const BootstrapOptions& bootstrap) {
  if (examples.empty()) throw InputError("expected at least one prediction to score, found none");
  Score score = metric.describe(sum_of(examples));
  std::string settings = metric.settings(records);
  // The number of references stands before the samples, as sacreBLEU has it.
  std::size_t bar = settings.starts_with("nrefs:") ? settings.find('|') : std::string::npos;
  std::string first = bar == std::string::npos ? "" : settings.substr(0, bar + 1);
  score.signature = first + signature(settings.substr(first.size()), bootstrap);
  auto finish = [&](std::span<const double> sum) { return metric.score_of(sum); };
  score.interval = interval_of(examples, finish, bootstrap);
  return score;
}

std::vector<Score> score_all(std::span<const std::unique_ptr<TaskMetric>> metrics,
                             std::span<const Prediction> predictions, std::span<const Record> records,
                             const BootstrapOptions& bootstrap) {
  std::vector<Score> scores;
  for (const auto& metric : metrics)
    scores.push_back(score_of(*metric, statistics_of(*metric, predictions, records), records, bootstrap));
  return scores;
}

std::unique_ptr<TaskMetric> text_metric(std::unique_ptr<Metric> metric, const Columns& columns) {
  return std::make_unique<TextMetric>(std::move(metric), columns);
}

}  // namespace heed
