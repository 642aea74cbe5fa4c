// Formats findings as tables: one row for each variant for people, one row for each run for programs.
#pragma once

#include <string>

#include "cli/compare/variants.h"
#include "heed/evaluate/findings.h"
#include "heed/show/report.h"

namespace heed::cli {

show::Table table_of(const Findings& findings);

// CSV with quotes where needed (RFC 4180), full precision, and empty cells for unknown values.
std::string csv_of(const Findings& findings, std::span<const Variant> variants);

// "1–4 words".
std::string length_text(const LengthBounds& bounds, const std::string& unit);

}  // namespace heed::cli
