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

SideReport side_of(const TokenCount& count, std::span<const Lengths> lengths, int32_t Lengths::*side) {
  SideReport report;
  if (count.tokens > 0)
    report.unknown = static_cast<double>(count.unknown) / static_cast<double>(count.tokens);
  std::map<int32_t, int64_t> counts;  // few different lengths, however many examples
  for (const Lengths& length : lengths) ++counts[length.*side];
  constexpr std::array<double, 5> kShares = {0, 0.5, 0.9, 0.99, 1};
  for (std::size_t i = 0; i < kShares.size(); ++i) {
    // The smallest length that at least this share of the examples does not exceed.
    double rank = std::max(1.0, std::ceil(kShares[i] * static_cast<double>(lengths.size())));
    int64_t seen = 0;
    for (auto at = counts.begin(); at != counts.end() && static_cast<double>(seen) < rank; ++at) {
      seen += at->second;
      report.lengths[i] = at->first;
    }
  }
  return report;
}

std::string side_line(const char* name, const SideReport& side) {
  char unknown[32];
  std::snprintf(unknown, sizeof unknown, "%.2f%%", 100 * side.unknown);
  std::string line = std::string("  ") + name + ": " + unknown + " unknown; length";
  constexpr std::array<const char*, 5> kNames = {"", " half ≤ ", " 90% ≤ ", " 99% ≤ ", " max "};
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    line += (i == 0 ? " min " : std::string(",") + kNames[i]) + std::to_string(side.lengths[i]);
  }
  return line;
}

void append(const char* split, const CorpusReport& report, std::vector<std::string>& lines) {
  const IndexedCorpus& corpus = report.corpus;
  char weight[48] = "";
  if (corpus.weight != 1) std::snprintf(weight, sizeof weight, ", weight %g", corpus.weight);
  lines.push_back(std::string(split) + " " + corpus.name + weight + ": " + grouped(corpus.lines) +
                  " lines, " + grouped(corpus.dropped) + " left out, " + grouped(corpus.cut) + " cut");
  lines.push_back(side_line("source", report.source));
  lines.push_back(side_line("target", report.target));
}

nlohmann::ordered_json json_of(const CorpusReport& report) {
  auto side = [](const TokenCount& count, const SideReport& s) {
    return nlohmann::ordered_json{{"tokens", count.tokens}, {"unknown", s.unknown}, {"lengths", s.lengths}};
  };
  const IndexedCorpus& corpus = report.corpus;
  return {{"name", corpus.name},
          {"weight", corpus.weight},
          {"lines", corpus.lines},
          {"examples", corpus.examples},
          {"left_out", corpus.dropped},
          {"cut", corpus.cut},
          {"source", side(corpus.source, report.source)},
          {"target", side(corpus.target, report.target)}};
}

}  // namespace

CorpusReport report_of(const IndexedCorpus& corpus, std::span<const Lengths> lengths) {
  return {corpus, side_of(corpus.source, lengths, &Lengths::source),
          side_of(corpus.target, lengths, &Lengths::target)};
}

std::vector<std::string> report_lines(const DataReport& report) {
  std::vector<std::string> lines;
  for (const CorpusReport& corpus : report.train) append("train", corpus, lines);
  append("dev", report.dev, lines);
  lines.push_back(report.joint ? "vocabulary: " + grouped(report.source_vocabulary) + " tokens for both sides"
                               : "vocabulary: source " + grouped(report.source_vocabulary) + ", target " +
                                     grouped(report.target_vocabulary) + " tokens");
  return lines;
}

std::string report_json(const DataReport& report) {
  nlohmann::ordered_json json = {{"train", nlohmann::ordered_json::array()},
                                 {"dev", json_of(report.dev)},
                                 {"vocabulary",
                                  {{"source", report.source_vocabulary},
                                   {"target", report.target_vocabulary},
                                   {"joint", report.joint}}}};
  for (const CorpusReport& corpus : report.train) json["train"].push_back(json_of(corpus));
  return json.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace heed
