// The report of a comparison as one self-contained HTML page, without scripts and without outside resources:
// what was done, a table of results, charts, the attention of every variant for the same examples, and what
// failed. The page can be printed and has a dark style. The table can also be written as Markdown.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "heed/show/chart.h"

namespace heed::show {

struct Column {
  std::string title, help;  // the help is shown as the title's tooltip and below the table
};

struct Cell {
  std::string text;
  std::string note = {};  // shown after the text in small print
};

struct Table {
  std::vector<Column> columns;  // the first column holds the names of the rows
  std::vector<std::vector<Cell>> rows;
};

struct ReportChart {
  std::string name;  // of the chart's file, without ending
  std::string caption;
  Figure figure;
};

// The attention of one variant, or the reason why there is none to show.
struct Panel {
  std::string name;
  std::optional<AttentionMap> map = {};
  std::string reason = {};
};

// One input, with the attention that each variant gave it while it produced the same output.
struct ComparedExample {
  std::string input, output;
  std::vector<Panel> panels;
};

struct Failure {
  std::string name, error;
};

struct Report {
  std::string title, command, recipe;
  std::vector<std::string> facts;  // one sentence or more per list item
  Table table;
  std::vector<ReportChart> charts;
  std::vector<ComparedExample> examples;
  std::vector<Failure> failures;
};

std::string to_page(const Report& report);
std::string to_markdown(const Table& table);

}  // namespace heed::show
