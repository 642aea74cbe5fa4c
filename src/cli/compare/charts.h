// Draws the findings of a comparison as charts.
#pragma once

#include <optional>
#include <vector>

#include "heed/evaluate/findings.h"
#include "heed/show/report.h"

namespace heed::cli {

// The charts: quality; quality by length of the source (Bahdanau 2015, figure 2), with a line at the longest
// source in training if the test has longer ones; learning curves; quality against training speed; gradients
// by distance. Charts without data are left out.
std::vector<show::ReportChart> charts_of(const Findings& findings,
                                         std::optional<int64_t> longest_in_training);

}  // namespace heed::cli
