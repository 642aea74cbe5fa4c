#include <algorithm>
#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>

#include "cli/eval_attention.h"
#include "cli/predicting.h"
#include "cli/verbs.h"
#include "heed/base/command_line.h"
#include "heed/base/diagnostics.h"
#include "heed/base/error.h"
#include "heed/base/work_clock.h"
#include "heed/data/corpus.h"
#include "heed/evaluate/by_length.h"
#include "heed/text/utf8.h"

namespace heed::cli {
namespace {

struct EvalOptions {
  std::string model, outputs;
  std::vector<std::string> data;
  BootstrapOptions bootstrap;
  AttentionFlags attention;
  SearchFlags search;
  int64_t by_length = 0;
  bool gradients = false, json = false;
  std::string gradient_input;
  static void arguments(auto& o, auto&& f) {
    f("MODEL", o.model, "directory written by 'heed train', or file written by 'heed export'");
  }
  static void fields(auto& o, auto&& f) {
    f("data", o.data,
      "a file of all columns (.tsv, .csv, .jsonl, .conll) or parallel files, plain or gzip; without it, the "
      "recipe's "
      "dev data");
    f("bootstrap", o.bootstrap.samples, "print 95% intervals from N bootstrap samples, 1000 if N is left out",
      or_bare(between(0, 100000), "1000"));
    f("seed", o.bootstrap.seed, "seed of the bootstrap samples", at_least(0));
    f("by-length", o.by_length, "also print scores for N groups by source length, 5 if N is left out",
      or_bare(between(0, 1000), "5"));
    AttentionFlags::fields(o.attention, f);
    f("outputs", o.outputs,
      "file for the scored outputs: one line of JSON for each sentence, with source, references and output");
    f("gradients", o.gradients,
      "also print the norm of ∂ log p(reference token) / ∂ (source token's vector) by distance, for the "
      "first "
      "200 lines");
    f("gradient-input", o.gradient_input, "input column for --gradients; without it, the first");
    f("json", o.json, "print one JSON object");
    SearchFlags::fields(o.search, f);
  }
};

// Removes records without input or answer, with their gold links.
void keep_usable(std::vector<Record>& records, std::vector<GoldLinks>& gold, const Task& task) {
  std::string file = records.empty() ? "" : records[0].file, reason;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (std::string why = task.untestable(task.encode(records[i])); !why.empty()) {
      reason = why;
      continue;
    }
    if (!gold.empty()) std::swap(gold[kept], gold[i]);
    std::swap(records[kept++], records[i]);
  }
  if (kept == 0) throw InputError(file + ": every line has " + reason + "; there is nothing to score");
  if (kept < records.size())
    warn(std::to_string(records.size() - kept) + " lines of " + file + " have " + reason +
         " and were left out");
  records.resize(kept);
  gold.resize(std::min(gold.size(), kept));
}

std::vector<GradientAt> gradients_of(Runnable& model, std::span<const Record> records,
                                     const std::string& input) {
  constexpr std::size_t kSentences = 200;
  std::vector<Example> examples;
  for (const Record& record : records.first(std::min(records.size(), kSentences)))
    if (Example example = model.task().encode(record); model.task().unusable(example).empty()) {
      read_stored_columns(example);
      examples.push_back(std::move(example));
    }
  return model.gradients(examples, input);
}

std::string gradients_text(std::span<const GradientAt> gradients) {
  std::string text;
  for (const GradientAt& at : gradients) {
    char line[120];
    std::snprintf(line, sizeof line, "gradient at %5lld steps  %.3e   n:%lld\n",
                  static_cast<long long>(at.distance), at.norm, static_cast<long long>(at.pairs));
    text += line;
  }
  return text;
}

// All results.
struct Found {
  std::vector<Score> scores;
  ByLength groups;
  std::optional<AttentionReport> attention;
  std::vector<GradientAt> gradients;
  Decoding decoding;
};

std::string report_of(const Found& found, bool as_json) {
  if (!as_json)
    return scores_text(found.scores) + groups_text(found.groups) +
           (found.attention ? attention_text(*found.attention) : "") + gradients_text(found.gradients);
  nlohmann::ordered_json json = scores_json(found.scores, found.groups);
  json["decoding"] = decoding_json(found.decoding);
  if (found.attention) json["attention"] = attention_json(*found.attention);
  for (const GradientAt& at : found.gradients)
    json["gradients"].push_back({{"distance", at.distance}, {"norm", at.norm}, {"pairs", at.pairs}});
  return json.dump() + "\n";
}

// Measures the time of prediction alone, wall-clock and processor time, from construction on.
class Timing {
 public:
  Decoding of(const Task& task, std::span<const Record> records,
              std::span<const Prediction> predictions) const {
    Decoding decoding;
    decoding.seconds =
        std::max(std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(), 1e-6);
    decoding.processor_seconds = std::max(work_.seconds(), 1e-6);
    decoding.sentences = static_cast<int64_t>(records.size());
    Schema schema = task.schema();
    bool text = schema[schema.inputs().at(0)].kind == ColumnKind::tokens;
    if (!text) {
      InputLengths lengths = input_lengths(task, records);
      decoding.unit = lengths.unit;
      decoding.source_words = std::accumulate(lengths.lengths.begin(), lengths.lengths.end(), int64_t{0});
    }
    for (const Record& record : records)
      decoding.source_words += text ? count_words(input_text(record, task.columns())) : 0;
    for (const Prediction& prediction : predictions) {
      decoding.output_words += count_words(prediction.text);
      decoding.output_tokens += static_cast<int64_t>(prediction.tokens.size());
    }
    return decoding;
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  WorkClock work_{1};
};

// Writes one line for each record: input, references, output, and what it adds to the main metric.
void write_outputs(const std::string& file, const Task& task, std::span<const Record> records,
                   std::span<const Prediction> predictions) {
  FileWriter out(file);
  Schema schema = task.schema();
  bool text = schema[schema.inputs().at(0)].kind == ColumnKind::tokens;
  InputLengths lengths;
  if (!text) lengths = input_lengths(task, records);
  std::vector<Statistics> statistics = statistics_of(*task.metrics()[0], predictions, records);
  for (std::size_t i = 0; i < records.size(); ++i) {
    nlohmann::ordered_json line = {{"source", input_text(records[i], task.columns())},
                                   {"references", answer_texts(records[i], task.columns())},
                                   {"output", predictions[i].text},
                                   {"statistics", statistics[i]}};
    if (!text) line["length"] = lengths.lengths[i];
    out.write(line.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
  }
  out.finish();
}

std::vector<std::string> inputs_of(const EvalOptions& options) {
  std::vector<std::string> inputs = models_of(options.model, options.search);
  inputs.insert(inputs.end(), options.data.begin(), options.data.end());
  if (!options.attention.gold.empty()) inputs.push_back(options.attention.gold);
  return inputs;
}

}  // namespace

int eval(Words words) {
  auto read = read_verb<EvalOptions>(kEval, words);
  if (!read) return 0;
  EvalOptions& options = *read;
  require_consistent(options.attention);
  if (!options.outputs.empty()) require_output(options.outputs, inputs_of(options));
  std::unique_ptr<Runnable> opened = open_model(options.model, options.search);
  Runnable& model = *opened;
  require_attention(model, options.attention);
  std::vector<Record> records = records_of(model, options.data);
  Gold gold = read_gold(options.attention, records);
  keep_usable(records, gold.lines, model.task());
  PredictOptions predict = predict_options(model, options.search);
  predict.attention = predict.scores = false;
  MeasuredAttention measured;
  Timing timing;
  if (options.attention.wanted())
    measured = measure_attention(model, records, predict, gold, options.bootstrap);
  const bool of_outputs = options.attention.wanted() && gold.lines.empty();
  if (!of_outputs) timing = {};
  std::vector<Prediction> predictions =
      of_outputs ? std::move(measured.predictions) : model.predict(records, predict);
  Found found;
  found.decoding = timing.of(model.task(), records, predictions);
  if (!options.outputs.empty()) write_outputs(options.outputs, model.task(), records, predictions);
  found.scores = score_all(model.task().metrics(), predictions, records, options.bootstrap);
  if (options.by_length > 0)
    found.groups = by_input_length(model.task(), predictions, records, options.by_length);
  found.attention = measured.report;
  if (options.gradients) found.gradients = gradients_of(model, records, options.gradient_input);
  std::fputs(report_of(found, options.json).c_str(), stdout);
  // Times go to standard error, so that standard output is the same in every run.
  if (!options.json && std::fflush(stdout) == 0) say(decoding_text(found.decoding));
  return 0;
}

}  // namespace heed::cli
