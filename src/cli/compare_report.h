// The report of a comparison: from the runs on disk to report.html, report.csv, report.md and charts/.
#pragma once

#include <string>

#include "cli/compare_plan.h"

namespace heed::cli {

// Of the runs made so far. The table in Markdown; nothing if no run has gone well yet. `command` is what was
// typed.
std::string write_report(const CompareOptions& options, const ComparePlan& plan, const std::string& command,
                         const Watch& watch);

}  // namespace heed::cli
