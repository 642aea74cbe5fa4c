#include "cli/predicting.h"

#include <cstdio>
#include <nlohmann/json.hpp>

#include "heed/show/write.h"

namespace heed::cli {

PredictOptions predict_options(const SavedModel& model, int64_t beam) {
  PredictOptions options;
  options.search = model.recipe().search;
  if (beam > 0) options.search.beam = beam;
  return options;
}

Shown shown(const Record& record, const Prediction& prediction) {
  return {record.columns[0], prediction.text, prediction.score, prediction.maps};
}

void require_attention_file(const std::string& file) {
  if (file.empty()) return;
  require_attention_format(file);
  require_writable(file);
}

std::string scores_text(std::span<const Score> scores) {
  std::string text;
  for (const Score& score : scores) {
    char value[64], interval[64] = "";
    std::snprintf(value, sizeof value, "%-10s %6.2f%s", score.name.c_str(), 100 * score.value,
                  score.percentage ? "%" : " ");
    if (score.interval) {
      std::snprintf(interval, sizeof interval, "  [%.2f, %.2f]", 100 * score.interval->low,
                    100 * score.interval->high);
    }
    text +=
        std::string(value) + interval + "   " + score.signature + "|n:" + std::to_string(score.count) + "\n";
  }
  return text;
}

std::string scores_json(std::span<const Score> scores) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const Score& score : scores) {
    json[score.name] = {{"value", score.value}, {"count", score.count}, {"signature", score.signature}};
    if (score.interval) {
      json[score.name]["interval"] = {
          {"mean", score.interval->mean}, {"low", score.interval->low}, {"high", score.interval->high}};
    }
  }
  return json.dump() + "\n";
}

}  // namespace heed::cli
