#include "cli/compare/run_files.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>

#include "heed/base/error.h"
#include "heed/base/json_depth.h"

namespace heed::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

// Returns a discarded value for text that is not JSON, or is nested more deeply than any file of Heed's.
Json parse(const std::string& text) {
  return is_nested_too_deeply(text) ? Json(Json::value_t::discarded) : Json::parse(text, nullptr, false);
}

// Reads an object; an empty one if there is no file, so that missing values stay missing.
Json read_json(const fs::path& file) {
  if (!fs::exists(file)) return Json::object();
  Json json = parse(read_file(file));
  if (json.is_object()) return json;
  throw FileError(file.string() + ": expected a JSON object; remove " + file.parent_path().string() +
                  " to run that variant again");
}

double number_in(const Json& json, const char* key) {
  auto found = json.find(key);
  return found != json.end() && found->is_number() ? found->get<double>() : kNone;
}

std::vector<Json> read_lines_of_json(const fs::path& file) {
  std::vector<Json> lines;
  if (!fs::exists(file)) return lines;
  std::istringstream text(read_file(file));
  for (std::string line; std::getline(text, line);) {
    lines.push_back(parse(line));
    if (!lines.back().is_object()) throw FileError(file.string() + ": expected JSON objects, a line each");
  }
  return lines;
}

std::vector<Validation> curve_of(const std::vector<Json>& log, const std::string& metric) {
  std::vector<Validation> curve;
  for (const Json& line : log) {
    if (line.contains("update") && line.contains("dev_loss"))
      curve.push_back({number_in(line, "seconds") / 60, number_in(line, "dev_loss"),
                       number_in(line, ("dev_" + metric).c_str())});
  }
  return curve;
}

// Adds all numbers that eval printed about attention, each under its own name.
void add_attention(NamedNumbers& numbers, const Json& eval) {
  auto attention = eval.find("attention");
  if (attention == eval.end() || !attention->is_object()) return;
  for (const auto& [name, score] : attention->items())
    if (score.is_object()) numbers.emplace_back("attention_" + name, number_in(score, "score"));
}

NamedNumbers numbers_of(const RunFiles& files, const Json& log_end, const Json& eval) {
  Json model = read_json(files.model() / "model.json"), trained = read_json(files.trained());
  Json decoding = eval.value("decoding", Json::object());
  double seconds = number_in(log_end, "seconds");
  // Seconds of work, as in training: other processes on the machine do not count.
  double share = number_in(decoding, "seconds") / number_in(decoding, "processor_seconds");
  NamedNumbers numbers = {
      {"parameters", number_in(model, "parameters")},
      {"updates", number_in(model, "updates")},
      {"minutes", seconds / 60},
      {"training_tokens_per_second", number_in(log_end, "tokens") / seconds},
      {"training_megabytes", number_in(trained, "megabytes")},
      {"decoding_words_per_second", share * number_in(decoding, "source_words_per_second")},
      {"decoding_tokens_per_second", share * number_in(decoding, "output_tokens_per_second")},
      {"decoding_megabytes", number_in(eval, "megabytes")}};
  add_attention(numbers, eval);
  return numbers;
}

RunOutputs outputs_of(const fs::path& file) {
  RunOutputs outputs;
  for (const Json& line : read_lines_of_json(file)) {
    outputs.sources.push_back(line.value("source", ""));
    outputs.texts.push_back(line.value("output", ""));
    outputs.references.push_back(line.value("references", std::vector<std::string>{}));
    outputs.statistics.push_back(line.value("statistics", Statistics{}));
    if (line.contains("length")) outputs.lengths.push_back(line.value("length", int64_t{0}));
  }
  return outputs;
}

}  // namespace

std::string RunFiles::finished() const {
  Json json = read_json(result());
  return json.value("status", "") == "done" ? json.value("evaluated", "") : "";
}

void RunFiles::finish(const std::string& evaluated) const {
  write_file(result(), Json({{"status", "done"}, {"evaluated", evaluated}}).dump(1) + "\n");
}

void RunFiles::fail(const std::string& error) const {
  Json json = {{"status", "failed"}, {"error", error}};
  write_file(result(), json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
}

RunFacts read_run(const RunFiles& files, const std::string& metric) {
  RunFacts facts;
  Json result = read_json(files.result());
  std::vector<Json> log = read_lines_of_json(files.model() / "log.jsonl");
  facts.curve = curve_of(log, metric);
  if (result.value("status", "") != "done") {
    facts.error = result.value("error", "failed");
    return facts;
  }
  Json eval = read_json(files.eval());
  facts.numbers = numbers_of(files, log.empty() ? Json::object() : log.back(), eval);
  for (const Json& one : eval.value("gradients", Json::array()))
    facts.gradients.push_back({number_in(one, "distance"), number_in(one, "norm")});
  facts.signature = eval.value(metric, Json::object()).value("signature", "");
  facts.outputs = outputs_of(files.outputs());
  const std::vector<Statistics>& statistics = facts.outputs.statistics;
  bool scored = std::all_of(statistics.begin(), statistics.end(), [&](const Statistics& one) {
    return !one.empty() && one.size() == statistics[0].size();
  });
  if (!scored)
    throw FileError(files.outputs().string() +
                    ": expected what each output adds to the score, found a line without; "
                    "remove " +
                    files.folder.string() + " to run that variant again");
  if (facts.outputs.texts.empty())
    throw FileError(files.outputs().string() + ": expected outputs, found none");
  return facts;
}

}  // namespace heed::cli
