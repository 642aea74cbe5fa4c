// Findings as charts.
#pragma once

#include <optional>
#include <vector>

#include "cli/compare/findings.h"
#include "heed/show/report.h"

namespace heed::cli {

// Quality; by length of the source (Bahdanau 2015, figure 2), with a line where the sources of training end
// if the test's go further; learning curves; against the speed of training; gradients by distance. What has
// nothing to show is left out.
std::vector<show::ReportChart> charts_of(const Findings& findings,
                                         std::optional<int64_t> longest_in_training);

}  // namespace heed::cli
