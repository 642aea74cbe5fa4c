#include "heed/tasks/class_metrics.h"

#include <algorithm>
#include <map>
#include <stdexcept>

namespace heed {
namespace {

class Accuracy : public TaskMetric {
 public:
  explicit Accuracy(std::size_t column) : column_(column) {}
  std::string name() const override { return "accuracy"; }
  std::string settings(std::span<const Record>) const override { return "unit:example"; }
  Statistics statistics(const Prediction& prediction, const Record& record) const override {
    return {prediction.text == record.columns.at(column_) ? 1.0 : 0.0, 1.0};
  }
  double score_of(std::span<const double> sum) const override { return 100 * sum[0] / sum[1]; }
  Score describe(std::span<const double> sum) const override {
    Score score;
    score.name = "accuracy";
    score.score = score_of(sum);
    score.count = static_cast<int64_t>(sum[1]);
    score.counts = {{"right", {static_cast<int64_t>(sum[0])}}, {"examples", {score.count}}};
    return score;
  }

 private:
  std::size_t column_;
};

// For each class the statistics are: how often it was predicted correctly, predicted, and correct. Classes of
// the records that training did not have come after the known ones.
class MacroF1 : public TaskMetric {
 public:
  MacroF1(std::shared_ptr<const ClassList> classes, std::size_t column)
      : classes_(std::move(classes)), column_(column) {}
  std::string name() const override { return "macro_f1"; }
  std::string settings(std::span<const Record>) const override { return "average:macro|unit:example"; }

  std::unique_ptr<TaskMetric> prepared(std::span<const Record> records) const override {
    auto metric = std::make_unique<MacroF1>(classes_, column_);
    for (const Record& record : records) {
      const std::string& name = record.columns.at(column_);
      if (!classes_->number(name)) metric->unseen_.emplace(name, metric->unseen_.size());
    }
    return metric;
  }

  Statistics statistics(const Prediction& prediction, const Record& record) const override {
    std::size_t unseen = std::max<std::size_t>(1, unseen_.size());
    Statistics counts(3 * (static_cast<std::size_t>(classes_->size()) + unseen));
    std::size_t predicted = place_of(prediction.text), right = place_of(record.columns.at(column_));
    counts[3 * predicted + 1] += 1;
    counts[3 * right + 2] += 1;
    if (predicted == right) counts[3 * right] += 1;
    return counts;
  }

  double score_of(std::span<const double> sum) const override {
    double total = 0, classes = 0;
    for (std::size_t at = 0; at + 2 < sum.size(); at += 3) {
      double both = sum[at + 1] + sum[at + 2];
      if (both == 0) continue;
      total += 2 * sum[at] / both;
      classes += 1;
    }
    return classes == 0 ? 0 : 100 * total / classes;
  }

  Score describe(std::span<const double> sum) const override {
    Score score;
    score.name = "macro-F1";
    score.score = score_of(sum);
    for (std::size_t at = 2; at < sum.size(); at += 3) score.count += static_cast<int64_t>(sum[at]);
    return score;
  }

 private:
  // A class that is neither known nor in the records has the first index after the known ones.
  std::size_t place_of(const std::string& name) const {
    if (auto number = classes_->number(name)) return static_cast<std::size_t>(*number);
    auto found = unseen_.find(name);
    return static_cast<std::size_t>(classes_->size()) + (found == unseen_.end() ? 0 : found->second);
  }

  std::shared_ptr<const ClassList> classes_;
  std::size_t column_;
  std::map<std::string, std::size_t> unseen_;  // of prepared()
};

}  // namespace

std::vector<std::string> class_metric_names() {
  return {"accuracy", "macro_f1"};
}

std::unique_ptr<TaskMetric> make_class_metric(const std::string& name,
                                              std::shared_ptr<const ClassList> classes, std::size_t column) {
  if (name == "accuracy") return std::make_unique<Accuracy>(column);
  if (name == "macro_f1") return std::make_unique<MacroF1>(std::move(classes), column);
  throw std::logic_error("no metric of classes is called " + name);
}

}  // namespace heed
