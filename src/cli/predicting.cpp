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
    char line[200];
    std::snprintf(line, sizeof line, "%-10s %6.2f%%   %s|n:%lld\n", score.name.c_str(), 100 * score.value,
                  score.signature.c_str(), static_cast<long long>(score.count));
    text += line;
  }
  return text;
}

std::string scores_json(std::span<const Score> scores) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const Score& score : scores) {
    json[score.name] = {{"value", score.value}, {"count", score.count}, {"signature", score.signature}};
  }
  return json.dump() + "\n";
}

}  // namespace heed::cli
