// A metric of a task's predictions. It is a function of a sum over examples: `statistics` gives what one
// example adds, and `describe` turns the sum into a score. So a corpus is evaluated once, even if its
// examples are resampled (bootstrap), grouped (by length) or compared with those of another model.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "heed/data/reader.h"
#include "heed/metrics/metric.h"
#include "heed/tasks/prediction.h"

namespace heed {

struct TaskMetric {
  virtual ~TaskMetric() = default;
  virtual std::string name() const = 0;  // the name in recipes
  // The metric's part of the signature, such as "nrefs:1|case:mixed". It may depend on the records.
  virtual std::string settings(std::span<const Record> records) const = 0;
  // A metric that must know all references before it can score one prediction (for example the frequencies of
  // words in a collection) returns a copy of itself with that knowledge. Others return null.
  virtual std::unique_ptr<TaskMetric> prepared(std::span<const Record>) const { return nullptr; }
  // What an example adds to the sum. The number of values is the same for all examples.
  virtual Statistics statistics(const Prediction& prediction, const Record& record) const = 0;
  // The score of a sum: 0 to 100, or more for an error rate.
  virtual double score_of(std::span<const double> sum) const = 0;
  // The score with its name and counts, but without signature and interval.
  virtual Score describe(std::span<const double> sum) const = 0;
};

using TaskMetrics = std::vector<std::unique_ptr<TaskMetric>>;

// What each example adds. The predictions and the records have the same order.
std::vector<Statistics> statistics_of(const TaskMetric& metric, std::span<const Prediction> predictions,
                                      std::span<const Record> records);

// The score with its signature, and with its interval if the bootstrap has samples. Throws InputError if
// there are no examples.
Score score_of(const TaskMetric& metric, std::span<const Statistics> examples,
               std::span<const Record> records, const BootstrapOptions& bootstrap = {});

// Scores by all metrics, in their order.
std::vector<Score> score_all(std::span<const std::unique_ptr<TaskMetric>> metrics,
                             std::span<const Prediction> predictions, std::span<const Record> records,
                             const BootstrapOptions& bootstrap = {});

// Wraps a metric of texts (metrics/metric.h), which compares the prediction's text with the record's answers.
std::unique_ptr<TaskMetric> text_metric(std::unique_ptr<Metric> metric, const Columns& columns);

}  // namespace heed
