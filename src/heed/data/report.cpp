#include "heed/data/report.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>

namespace heed {
namespace {

// "29,000"
std::string grouped(int64_t number) {
  std::string text = std::to_string(number);
  for (auto at = static_cast<int64_t>(text.size()) - 3; at > 0; at -= 3)
    text.insert(static_cast<std::size_t>(at), ",");
  return text;
}

ColumnReport column_report(const ColumnCount& count, const ExampleSizes& sizes, std::size_t column) {
  ColumnReport report;
  if (count.elements > 0)
    report.unknown = static_cast<double>(count.unknown) / static_cast<double>(count.elements);
  std::map<int32_t, int64_t> counts;  // few different lengths, however many examples
  for (std::size_t i = 0; i < sizes.size(); ++i) ++counts[sizes.lengths_of(i)[column]];
  constexpr std::array<double, 5> kShares = {0, 0.5, 0.9, 0.99, 1};
  for (std::size_t i = 0; i < kShares.size(); ++i) {
    // The smallest length such that at least this share of the examples is not longer.
    double rank = std::max(1.0, std::ceil(kShares[i] * static_cast<double>(sizes.size())));
    int64_t seen = 0;
    for (auto at = counts.begin(); at != counts.end() && static_cast<double>(seen) < rank; ++at) {
      seen += at->second;
      report.lengths[i] = at->first;
    }
  }
  return report;
}

// "min 5, half ≤ 14, 90% ≤ 21, 99% ≤ 30, max 48".
std::string lengths_text(const ColumnReport& report) {
  constexpr std::array<const char*, 5> kNames = {"min ", ", half ≤ ", ", 90% ≤ ", ", 99% ≤ ", ", max "};
  std::string text;
  for (std::size_t i = 0; i < kNames.size(); ++i) text += kNames[i] + std::to_string(report.lengths[i]);
  return text;
}

// "positive 3,610, negative 3,310", the first few classes.
std::string classes_text(const ColumnCount& count, const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 12;
  std::string text;
  for (std::size_t i = 0; i < count.of_class.size() && i < kMost; ++i) {
    text += (i > 0 ? ", " : "") + (i < names.size() ? names[i] : std::to_string(i)) + " " +
            grouped(count.of_class[i]);
  }
  return count.of_class.size() > kMost ? text + " …" : text;
}

// One line for a column; nothing for links.
std::string column_line(const ColumnSpec& spec, const ColumnCount& count, const ColumnReport& report,
                        const std::vector<std::string>& classes) {
  std::string line = "  " + spec.name + ": ";
  if (spec.kind == ColumnKind::links) return "";
  if (spec.kind == ColumnKind::classes) return line + classes_text(count, classes);
  if (spec.kind == ColumnKind::numbers)
    return line + "vectors of " + std::to_string(spec.width) +
           (spec.sequence ? "; length " + lengths_text(report) : "");
  char unknown[32];
  std::snprintf(unknown, sizeof unknown, "%.2f%%", 100 * report.unknown);
  return line + unknown + " unknown; length " + lengths_text(report);
}

void append(const char* split, const CorpusReport& report, const DataReport& whole,
            std::vector<std::string>& lines) {
  const IndexedCorpus& corpus = report.corpus;
  char weight[48] = "";
  if (corpus.weight != 1) std::snprintf(weight, sizeof weight, ", weight %g", corpus.weight);
  lines.push_back(std::string(split) + " " + corpus.name + weight + ": " + grouped(corpus.lines) +
                  " lines, " + grouped(corpus.dropped) + " left out, " + grouped(corpus.cut) + " cut");
  for (std::size_t i = 0; i < whole.schema.size(); ++i) {
    std::string line =
        column_line(whole.schema[i], corpus.columns.at(i), report.columns.at(i), whole.classes);
    if (!line.empty()) lines.push_back(line);
  }
}

nlohmann::ordered_json json_of(const CorpusReport& report, const DataReport& whole) {
  const IndexedCorpus& corpus = report.corpus;
  nlohmann::ordered_json json = {{"name", corpus.name},        {"weight", corpus.weight},
                                 {"lines", corpus.lines},      {"examples", corpus.examples},
                                 {"left_out", corpus.dropped}, {"cut", corpus.cut}};
  for (std::size_t i = 0; i < whole.schema.size(); ++i) {
    const ColumnSpec& spec = whole.schema[i];
    const ColumnCount& count = corpus.columns.at(i);
    if (spec.kind == ColumnKind::tokens)
      json[spec.name] = {{"tokens", count.elements},
                         {"unknown", report.columns[i].unknown},
                         {"lengths", report.columns[i].lengths}};
    if (spec.kind == ColumnKind::numbers)
      json[spec.name] = {
          {"vectors", count.elements}, {"width", spec.width}, {"lengths", report.columns[i].lengths}};
    if (spec.kind == ColumnKind::classes) {
      json[spec.name] = nlohmann::ordered_json::object();
      for (std::size_t k = 0; k < count.of_class.size(); ++k)
        json[spec.name][k < whole.classes.size() ? whole.classes[k] : std::to_string(k)] = count.of_class[k];
    }
  }
  return json;
}

// The columns of tokens, which have vocabularies. Several columns may share one.
std::vector<const ColumnSpec*> token_columns(const Schema& schema) {
  std::vector<const ColumnSpec*> columns;
  for (const ColumnSpec& spec : schema.columns)
    if (spec.kind == ColumnKind::tokens) columns.push_back(&spec);
  return columns;
}

bool is_joint(const std::vector<const ColumnSpec*>& columns) {
  return columns.size() > 1 && std::all_of(columns.begin(), columns.end(), [&](const ColumnSpec* spec) {
           return spec->vocabulary == columns[0]->vocabulary;
         });
}

// "vocabulary: source 8,000, target 8,000 tokens"; nothing if there are none.
std::string vocabulary_line(const Schema& schema) {
  std::vector<const ColumnSpec*> columns = token_columns(schema);
  if (columns.empty()) return "";
  if (is_joint(columns)) return "vocabulary: " + grouped(columns[0]->size) + " tokens for both sides";
  std::string line = "vocabulary: ";
  for (const ColumnSpec* spec : columns)
    line += (spec == columns[0] ? "" : ", ") + spec->name + " " + grouped(spec->size);
  return line + " tokens";
}

}  // namespace

CorpusReport report_of(const IndexedCorpus& corpus, const ExampleSizes& sizes) {
  CorpusReport report{corpus, {}};
  for (std::size_t i = 0; i < corpus.columns.size(); ++i)
    report.columns.push_back(column_report(corpus.columns[i], sizes, i));
  return report;
}

std::vector<std::string> report_lines(const DataReport& report) {
  std::vector<std::string> lines;
  for (const CorpusReport& corpus : report.train) append("train", corpus, report, lines);
  append("dev", report.dev, report, lines);
  if (std::string line = vocabulary_line(report.schema); !line.empty()) lines.push_back(line);
  return lines;
}

std::string report_json(const DataReport& report) {
  nlohmann::ordered_json json = {{"train", nlohmann::ordered_json::array()},
                                 {"dev", json_of(report.dev, report)}};
  std::vector<const ColumnSpec*> columns = token_columns(report.schema);
  for (const ColumnSpec* spec : columns) json["vocabulary"][spec->name] = spec->size;
  if (columns.size() > 1) json["vocabulary"]["joint"] = is_joint(columns);
  for (const CorpusReport& corpus : report.train) json["train"].push_back(json_of(corpus, report));
  return json.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace heed
