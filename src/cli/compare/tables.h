// Findings as tables: a row a variant for people, a row a run for programs.
#pragma once

#include <string>

#include "cli/compare/findings.h"
#include "cli/compare/variants.h"
#include "heed/show/report.h"

namespace heed::cli {

show::Table table_of(const Findings& findings);

// With quotes where they are needed (RFC 4180); numbers in full; what is not known is empty.
std::string csv_of(const Findings& findings, std::span<const Variant> variants);

// "1–4 words".
std::string length_text(const LengthBounds& bounds, const std::string& unit);

}  // namespace heed::cli
