// The metrics by name, for recipes and the command line: bleu, chrf, chrf++, exact_match, wer, per, cer.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "heed/metrics/metric.h"

namespace heed {

std::vector<std::string> metric_names();

// Throws OptionError, which suggests the nearest name, for an unknown metric.
std::unique_ptr<Metric> make_metric(const std::string& name, const MetricOptions& options = {});

}  // namespace heed
