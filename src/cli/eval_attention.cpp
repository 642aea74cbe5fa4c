#include "cli/eval_attention.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "cli/predicting.h"
#include "heed/base/error.h"
#include "heed/data/word_links.h"

namespace heed::cli {
namespace {

// "entropy              1.234   [1.201, 1.260]   heads:mean|…|n:1234"
std::string line_of(const Score& score) {
  int digits = score.percentage ? 2 : 3;
  char value[100], interval[100] = "";
  std::snprintf(value, sizeof value, "%-18s %7.*f%s", score.name.c_str(), digits, score.score,
                score.percentage ? "%" : " ");
  if (score.interval)
    std::snprintf(interval, sizeof interval, "  [%.*f, %.*f]", digits, score.interval->low, digits,
                  score.interval->high);
  return std::string(value) + interval + "   " + score.signature + "|n:" + std::to_string(score.count) + "\n";
}

}  // namespace

void require_consistent(const AttentionFlags& flags) {
  bool based = flags.gold_base != 0, read = reading_of(flags.reading) != Reading::one_to_many;
  if (flags.gold.empty() && (based || read))
    throw OptionError(std::string("heed eval: ") + (based ? "--gold-base" : "--reading") +
                      " is of the links that --gold names; name a file of them");
}

void require_attention(const Runnable& model, const AttentionFlags& flags) {
  if (!flags.gold.empty()) return require_alignable(model, "heed eval --gold");
  if (flags.wanted()) require_attention(model, "heed eval --attention");
}

Gold read_gold(const AttentionFlags& flags, std::span<const Record> records) {
  Gold gold{{}, reading_of(flags.reading)};
  if (flags.gold.empty()) return gold;
  gold.lines = read_gold_links(flags.gold, flags.gold_base);
  if (gold.lines.size() != records.size())
    throw InputError(flags.gold + ": expected " + std::to_string(records.size()) +
                     " lines, one for each of " + records[0].file + ", found " +
                     std::to_string(gold.lines.size()) + "; a sentence without links has an empty line");
  for (std::size_t i = 0; i < records.size(); ++i)
    require_words(gold.lines[i].possible, records[i], flags.gold_base,
                  flags.gold + ":" + std::to_string(i + 1),
                  flags.gold_base == 0 ? ": or is it --gold-base 1?" : "");
  return gold;
}

std::string attention_text(const AttentionReport& report) {
  const AttentionNumbers& numbers = report.numbers;
  std::string text = report.alignment ? "attention of the references, scored as given\n"
                                      : "attention of the model's own outputs\n";
  for (const Score* score :
       {&numbers.entropy, &numbers.entropy_share, &numbers.coverage, &numbers.coverage_deviation})
    text += line_of(*score);
  if (const auto& alignment = report.alignment) {
    for (const Score* score : {&alignment->error_rate, &alignment->precision, &alignment->recall})
      text += line_of(*score);
  }
  return text;
}

nlohmann::ordered_json attention_json(const AttentionReport& report) {
  const AttentionNumbers& numbers = report.numbers;
  nlohmann::ordered_json json = {{"of", report.of},
                                 {"entropy", score_json(numbers.entropy)},
                                 {"entropy_share", score_json(numbers.entropy_share)},
                                 {"entropy_by_head", numbers.entropy_by_head},
                                 {"coverage", score_json(numbers.coverage)},
                                 {"coverage_deviation", score_json(numbers.coverage_deviation)}};
  if (const auto& alignment = report.alignment) {
    json["aer"] = score_json(alignment->error_rate);
    json["precision"] = score_json(alignment->precision);
    json["recall"] = score_json(alignment->recall);
    json["reading"] = report.reading;
  }
  return json;
}

}  // namespace heed::cli
