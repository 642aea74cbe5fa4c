#include "heed/metrics/registry.h"

#include "heed/base/edit_distance.h"
#include "heed/metrics/bleu.h"
#include "heed/metrics/chrf.h"
#include "heed/metrics/edit_rate.h"
#include "heed/metrics/exact_match.h"

namespace heed {
namespace {

using MetricPtr = std::unique_ptr<Metric>;

struct Entry {
  const char* name;
  MetricPtr (*make)(const MetricOptions& options);
};

using Unit = EditRate::Unit;

constexpr Entry kMetrics[] = {
    {"bleu", [](const MetricOptions& o) -> MetricPtr { return std::make_unique<Bleu>(o); }},
    {"chrf", [](const MetricOptions& o) -> MetricPtr { return std::make_unique<Chrf>(o, 0); }},
    {"chrf++", [](const MetricOptions& o) -> MetricPtr { return std::make_unique<Chrf>(o, 2); }},
    {"exact_match", [](const MetricOptions& o) -> MetricPtr { return std::make_unique<ExactMatch>(o); }},
    {"wer", [](const MetricOptions& o) -> MetricPtr { return std::make_unique<EditRate>(o, Unit::word); }},
    {"per", [](const MetricOptions& o) -> MetricPtr { return std::make_unique<EditRate>(o, Unit::phone); }},
    {"cer",
     [](const MetricOptions& o) -> MetricPtr { return std::make_unique<EditRate>(o, Unit::character); }},
};

}  // namespace

std::vector<std::string> metric_names() {
  std::vector<std::string> names;
  for (const Entry& metric : kMetrics) names.emplace_back(metric.name);
  return names;
}

std::unique_ptr<Metric> make_metric(const std::string& name, const MetricOptions& options) {
  for (const Entry& metric : kMetrics) {
    if (name == metric.name) return metric.make(options);
  }
  auto guess = nearest_name(name, metric_names());
  throw OptionError(
      "unknown metric '" + name + "'; " +
      (guess ? "did you mean '" + *guess + "'?" : "expected one of " + join_names(metric_names(), ", ")));
}

}  // namespace heed
