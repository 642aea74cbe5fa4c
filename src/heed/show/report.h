// A comparison as one self-contained page, without script and without any outside resource: what was done, a
// table, charts, the same sentences' attention side by side, what failed. It is readable on paper and in the
// dark. The table is also Markdown, for documents.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "heed/show/chart.h"

namespace heed::show {

struct Column {
  std::string title, help;  // the help is shown when the title is pointed at, and below the table
};

struct Cell {
  std::string text;
  std::string note = {};  // behind it, smaller
};

struct Table {
  std::vector<Column> columns;  // the first names the rows
  std::vector<std::vector<Cell>> rows;
};

struct ReportChart {
  std::string name;  // of its file
  std::string caption;
  Figure figure;
};

// What one variant looked at, or why there is nothing to be seen.
struct Panel {
  std::string name;
  std::optional<AttentionMap> map = {};
  std::string reason = {};
};

// One sentence, given to all.
struct SideBySide {
  std::string input, output;
  std::vector<Panel> panels;
};

struct Failure {
  std::string name, error;
};

struct Report {
  std::string title, command, recipe;
  std::vector<std::string> facts;  // a line each
  Table table;
  std::vector<ReportChart> charts;
  std::vector<SideBySide> sentences;
  std::vector<Failure> failures;
};

std::string to_page(const Report& report);
std::string to_markdown(const Table& table);

}  // namespace heed::show
