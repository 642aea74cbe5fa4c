#include "cli/compare/run_files.h"

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

// What is no JSON, or nested so deeply that no file of Heed's is, is a discarded value.
Json parse(const std::string& text) {
  return is_nested_too_deeply(text) ? Json(Json::value_t::discarded) : Json::parse(text, nullptr, false);
}

// An object; an empty one where there is no file, so that what is missing stays missing.
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

// What eval said of the attention, whatever it was: each number under its own name.
void add_attention(Numbers& numbers, const Json& eval) {
  auto attention = eval.find("attention");
  if (attention == eval.end() || !attention->is_object()) return;
  for (const auto& [name, score] : attention->items())
    if (score.is_object()) numbers.emplace_back("attention_" + name, number_in(score, "score"));
}

Numbers numbers_of(const RunFiles& files, const Json& log_end, const Json& eval) {
  Json model = read_json(files.model() / "model.json"), trained = read_json(files.trained());
  Json decoding = eval.value("decoding", Json::object());
  double seconds = number_in(log_end, "seconds");
  // A second of work, as in training: others on the machine do not count.
  double share = number_in(decoding, "seconds") / number_in(decoding, "processor_seconds");
  Numbers numbers = {{"parameters", number_in(model, "parameters")},
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

Outputs outputs_of(const fs::path& file) {
  Outputs outputs;
  for (const Json& line : read_lines_of_json(file)) {
    outputs.sources.push_back(line.value("source", ""));
    outputs.texts.push_back(line.value("output", ""));
    outputs.references.push_back(line.value("references", std::vector<std::string>{}));
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
  facts.outputs = outputs_of(files.outputs());
  if (facts.outputs.texts.empty())
    throw FileError(files.outputs().string() + ": expected outputs, found none");
  return facts;
}

double number_of(const Numbers& numbers, const std::string& name) {
  for (const auto& [key, value] : numbers)
    if (key == name) return value;
  return kNone;
}

}  // namespace heed::cli
