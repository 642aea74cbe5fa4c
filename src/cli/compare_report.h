// Writes the report of a comparison from the runs on disk: report.html, report.csv, report.md and charts/.
#pragma once

#include <string>

#include "cli/compare_plan.h"

namespace heed::cli {

// Reports on the runs made so far. Returns the table in Markdown, or "" if no run has succeeded yet.
// `command` is the command line.
std::string write_report(const CompareOptions& options, const ComparePlan& plan, const std::string& command,
                         const Watch& watch);

}  // namespace heed::cli
