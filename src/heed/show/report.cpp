#include "heed/show/report.h"

#include <algorithm>
#include <cmath>

#include "heed/show/characters.h"

extern "C" {  // embedded by CMake
extern const char heed_show_report_css[], heed_show_report_css_end[];
}

namespace heed::show {

namespace {

std::string element(const std::string& name, const std::string& inside) {
  return "<" + name + ">" + inside + "</" + name.substr(0, name.find(' ')) + ">\n";
}

std::string table_of(const Table& table) {
  std::string head, body;
  for (const Column& column : table.columns)
    head += element("th title=\"" + escape_xml(column.help) + "\"", escape_xml(column.title));
  for (const auto& row : table.rows) {
    std::string cells;
    for (std::size_t i = 0; i < row.size(); ++i) {
      std::string note = row[i].note.empty() ? "" : element("small", escape_xml(row[i].note));
      cells += element(i == 0 ? "th" : "td", escape_xml(row[i].text) + note);
    }
    body += element("tr", cells);
  }
  std::string legend;
  for (const Column& column : table.columns)
    if (!column.help.empty())
      legend += element("dt", escape_xml(column.title)) + element("dd", escape_xml(column.help));
  return element("div class=\"table\"",
                 element("table", element("thead", element("tr", head)) + element("tbody", body))) +
         element("details", element("summary", "What the columns mean") + element("dl", legend));
}

std::string charts_of(const Report& report) {
  std::string out;
  for (const ReportChart& chart : report.charts)
    out += element("figure",
                   paint_svg(chart.figure, chart.caption) + element("figcaption", escape_xml(chart.caption)));
  return out.empty() ? "" : element("h2", "Charts") + element("div class=\"charts\"", out);
}

// All panels of an example share one colour scale and one width, at which the widest panel can be read.
std::string panels_of(const ComparedExample& example) {
  double top = 0, widest = 0;
  for (const Panel& panel : example.panels)
    if (panel.map) top = std::max(top, scale_top(*panel.map));
  std::string panels;
  for (const Panel& panel : example.panels) {
    std::string inside = element("p class=\"none\"", escape_xml(panel.reason));
    if (panel.map) {
      const Figure figure = lay_out_matrix(*panel.map, top);
      widest = std::max(widest, figure.width);
      inside = paint_svg(figure, "attention of " + panel.name);
    }
    panels += element("figure", element("figcaption", escape_xml(panel.name)) + inside);
  }
  const auto width = std::to_string(std::lround(std::clamp(0.65 * widest, 240.0, 800.0)));
  return element("div class=\"panels\" style=\"--width: " + width + "px\"", panels);
}

std::string examples_of(const Report& report) {
  std::string out;
  for (const ComparedExample& example : report.examples) {
    out += element("h3", escape_xml(example.input) + " <span class=\"arrow\">→</span> " +
                             escape_xml(example.output)) +
           panels_of(example);
  }
  if (out.empty()) return "";
  return element("h2", "The same sentence's attention") +
         element("p class=\"muted\"",
                 "Every model was given the output, so rows and columns are the same for all. Each row is an "
                 "output and each column an input; darker cells have more of the row's weight.") +
         out;
}

std::string failures_of(const Report& report) {
  std::string items;
  for (const Failure& failure : report.failures)
    items += element("dt", escape_xml(failure.name)) + element("dd", escape_xml(failure.error));
  return items.empty() ? "" : element("h2", "What failed") + element("dl class=\"failures\"", items);
}

std::string markdown_cell(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '|' || c == '\\' || c == '<' || c == '*' || c == '_' || c == '`') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

}  // namespace

std::string to_page(const Report& report) {
  const std::string style(heed_show_report_css, heed_show_report_css_end);
  std::string facts;
  for (const std::string& fact : report.facts) facts += element("li", escape_xml(fact));
  const std::string body =
      element("header", element("h1", escape_xml(report.title)) +
                            element("pre class=\"command\"", escape_xml(report.command)) +
                            element("ul", facts)) +
      element("main", table_of(report.table) + charts_of(report) + examples_of(report) + failures_of(report) +
                          element("h2", "Recipe") +
                          element("details", element("summary", "Every option of the first variant") +
                                                 element("pre", escape_xml(report.recipe))));
  const std::string head =
      "<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
      "'unsafe-inline'\">\n" +
      element("title", escape_xml(report.title)) + element("style", style);
  return "<!doctype html>\n<html lang=\"en\">\n" + element("head", head) + element("body", body) +
         "</html>\n";
}

std::string to_markdown(const Table& table) {
  std::string out, rule;
  for (const Column& column : table.columns) {
    out += "| " + markdown_cell(column.title) + " ";
    rule += rule.empty() ? "|---" : "|---:";
  }
  out += "|\n" + rule + "|\n";
  for (const auto& row : table.rows) {
    for (const Cell& cell : row)
      out += "| " + markdown_cell(cell.text + (cell.note.empty() ? "" : " " + cell.note)) + " ";
    out += "|\n";
  }
  return out;
}

}  // namespace heed::show
