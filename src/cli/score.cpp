#include <cstdio>
#include <nlohmann/json.hpp>

#include "cli/text_file.h"
#include "cli/verbs.h"
#include "heed/base/command_line.h"
#include "heed/metrics/registry.h"

namespace heed::cli {
namespace {

using Json = nlohmann::ordered_json;

struct ScoreOptions {
  std::string metrics, hypothesis, against;
  std::vector<std::string> references;
  MetricOptions scoring;
  BootstrapOptions bootstrap;
  bool json = false;
  static void arguments(auto& o, auto&& f) {
    f("METRIC", o.metrics,
      "bleu, chrf, chrf++, exact_match, wer, per or cer, or several separated by commas");
    f("REF", o.references,
      "reference files with one line for each sentence; several files give several references");
  }
  static void fields(auto& o, auto&& f) {
    f("hypothesis", o.hypothesis, "the file to score; without it, standard input");
    MetricOptions::fields(o.scoring, f);
    f("bootstrap", o.bootstrap.samples,
      "print a 95% interval from N bootstrap samples, 1000 if N is left out",
      or_bare(between(0, 100000), "1000"));
    f("seed", o.bootstrap.seed, "seed of the bootstrap samples", at_least(0));
    f("against", o.against,
      "file of another system: test whether the difference is significant (paired bootstrap)");
    f("json", o.json, "print JSON: an object, or a list of them for several metrics");
  }
};

std::vector<std::unique_ptr<Metric>> metrics_of(const ScoreOptions& options) {
  std::vector<std::unique_ptr<Metric>> metrics;
  for (std::size_t at = 0; at <= options.metrics.size();) {
    std::size_t comma = std::min(options.metrics.find(',', at), options.metrics.size());
    metrics.push_back(make_metric(options.metrics.substr(at, comma - at), options.scoring));
    at = comma + 1;
  }
  return metrics;
}

References read_references(std::span<const std::string> files) {
  References references;
  for (const std::string& file : files) {
    std::vector<std::string> lines = read_lines(file);
    if (lines.empty()) throw InputError(file + ": expected at least one line, found an empty file");
    if (references.empty()) references.resize(lines.size());
    if (lines.size() != references.size()) {
      throw InputError(file + ": expected " + std::to_string(references.size()) + " lines, as in " +
                       files[0] + ", found " + std::to_string(lines.size()) +
                       "; references must have a line for a line");
    }
    for (std::size_t i = 0; i < lines.size(); ++i) references[i].push_back(std::move(lines[i]));
  }
  return references;
}

std::vector<std::string> read_system(const std::string& file, const ScoreOptions& options,
                                     std::size_t count) {
  std::vector<std::string> lines = read_lines(file);
  if (lines.size() == count) return lines;
  throw InputError(shown_name(file) + ": expected " + std::to_string(count) + " lines, as in " +
                   options.references[0] + ", found " + std::to_string(lines.size()) +
                   "; a hypothesis a reference, an empty line for none");
}

// One metric's judgement of the system, and of the other one if there is one.
struct Result {
  Score score;
  std::optional<Score> other;
  double p_value = 1;
};

std::string number(double value, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

// "24.36 (μ = 24.35 ± 0.61) 58.1/…", as sacreBLEU has it.
std::string value_text(const Score& score) {
  std::string text = number(score.score, 2);
  if (score.interval) {
    text += " (μ = " + number(score.interval->mean, 2) + " ± " +
            number(0.5 * (score.interval->high - score.interval->low), 2) + ")";
  }
  return score.detail.empty() ? text : text + " " + score.detail;
}

void print(const Result& result, const std::string& against) {
  std::printf("%s|%s = %s\n", result.score.name.c_str(), result.score.signature.c_str(),
              value_text(result.score).c_str());
  if (!result.other) return;
  std::printf("  against %s = %s\n  difference = %+.2f (p = %.4f)\n", against.c_str(),
              value_text(*result.other).c_str(), result.score.score - result.other->score, result.p_value);
}

Json object_of(const Score& score) {
  Json counts = Json::object();
  for (const auto& [name, values] : score.counts)
    counts[name] = values.size() == 1 ? Json(values[0]) : Json(values);
  Json object = {
      {"name", score.name}, {"score", score.score}, {"signature", score.signature}, {"counts", counts}};
  if (!score.detail.empty()) object["detail"] = score.detail;
  if (const auto& interval = score.interval) {
    object["interval"] = {{"mean", interval->mean}, {"low", interval->low}, {"high", interval->high}};
  }
  return object;
}

Json object_of(const Result& result, const std::string& against) {
  Json object = object_of(result.score);
  if (!result.other) return object;
  object["against"] = object_of(*result.other);
  object["against"]["file"] = against;
  object["difference"] = result.score.score - result.other->score;
  object["p_value"] = result.p_value;
  return object;
}

std::vector<Result> results_of(const ScoreOptions& options) {
  std::vector<std::unique_ptr<Metric>> metrics = metrics_of(options);
  References references = read_references(options.references);
  std::vector<std::string> system = read_system(options.hypothesis, options, references.size()), other;
  if (!options.against.empty()) other = read_system(options.against, options, references.size());
  std::vector<Result> results;
  for (const auto& metric : metrics) {
    auto sentences = metric->sentences(system, references);
    Result result{metric->score(sentences, references, options.bootstrap), std::nullopt, 1};
    if (!other.empty()) {
      auto others = metric->sentences(other, references);
      result.other = metric->score(others, references, options.bootstrap);
      auto finish = [&](std::span<const double> sum) { return metric->score_of(sum); };
      result.p_value = paired_p_value(sentences, others, finish, options.bootstrap);
    }
    results.push_back(std::move(result));
  }
  return results;
}

}  // namespace

int score(Words words) {
  auto read = read_verb<ScoreOptions>(kScore, words);
  if (!read) return 0;
  ScoreOptions& options = *read;
  if (!options.against.empty() && options.bootstrap.samples == 0) options.bootstrap.samples = 1000;
  std::vector<Result> results = results_of(options);
  if (!options.json) {
    for (const Result& result : results) print(result, options.against);
    return 0;
  }
  Json list = Json::array();
  for (const Result& result : results) list.push_back(object_of(result, options.against));
  std::printf(
      "%s\n",
      (list.size() == 1 ? list[0] : list).dump(-1, ' ', false, Json::error_handler_t::replace).c_str());
  return 0;
}

}  // namespace heed::cli
