#include <algorithm>
#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "cli/predicting.h"
#include "cli/verbs.h"
#include "heed/base/command_line.h"
#include "heed/base/error.h"
#include "heed/base/log.h"
#include "heed/data/usable.h"
#include "heed/tasks/by_length.h"
#include "heed/training/recipe.h"
#include "heed/training/work_clock.h"

namespace heed::cli {
namespace {

struct EvalOptions {
  std::string model, outputs;
  std::vector<std::string> data;
  BootstrapOptions bootstrap;
  SearchFlags search;
  int64_t by_length = 0;
  bool json = false;
  static void arguments(auto& o, auto&& f) { f("MODEL", o.model, "directory that 'heed train' wrote"); }
  static void fields(auto& o, auto&& f) {
    f("data", o.data,
      "a file of all columns (.tsv, .csv, .jsonl) or parallel files, plain or gzip; without it, the recipe's "
      "dev data");
    f("bootstrap", o.bootstrap.samples, "95% intervals from N samples, 1000 if N is left out",
      or_bare(between(0, 100000), "1000"));
    f("seed", o.bootstrap.seed, "of the samples", at_least(0));
    f("by-length", o.by_length, "also in N groups by the length of the source, 5 if N is left out",
      or_bare(between(0, 1000), "5"));
    f("outputs", o.outputs,
      "file for what was scored: a line a sentence, JSON with source, references, output");
    f("json", o.json, "print one JSON object");
    SearchFlags::fields(o.search, f);
  }
};

std::vector<Record> records_of(const EvalOptions& options, const Task& task) {
  fs::path recipe = fs::path(options.model) / "recipe.yml";
  DataOptions data = read_options<Recipe>(read_file(recipe), recipe.string()).data;
  if (!options.data.empty()) return read_records(options.data, named_columns(data, task.columns()));
  return load_corpus(data, Split::dev, task.columns());
}

// As in training: what has no source or no reference is no test.
std::vector<Record> usable(std::vector<Record> records, const Task& task) {
  std::string file = records.empty() ? "" : records[0].file;
  std::size_t left_out =
      std::erase_if(records, [&](const Record& record) { return !has_both_sides(task.encode(record)); });
  if (left_out > 0)
    warn(std::to_string(left_out) + " lines of " + file + " have an empty side and were left out");
  if (records.empty()) throw InputError(file + ": every line has an empty side; there is nothing to score");
  return records;
}

// Predicts, and measures it.
std::vector<Prediction> predict_all(SavedModel& model, std::span<const Record> records,
                                    const PredictOptions& options, Decoding& decoding) {
  auto start = std::chrono::steady_clock::now();
  WorkClock work(1);
  std::vector<Prediction> predictions = model.predict(records, options);
  decoding.processor_seconds = std::max(work.seconds(), 1e-6);
  decoding.seconds =
      std::max(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(), 1e-6);
  decoding.sentences = static_cast<int64_t>(records.size());
  for (const Record& record : records) decoding.source_words += words_in(record.columns[0]);
  for (const Prediction& prediction : predictions) {
    decoding.output_words += words_in(prediction.text);
    decoding.output_tokens += static_cast<int64_t>(prediction.tokens.size());
  }
  return predictions;
}

void write_outputs(const std::string& file, std::span<const Record> records,
                   std::span<const Prediction> predictions) {
  FileWriter out(file);
  for (std::size_t i = 0; i < records.size(); ++i) {
    std::vector<std::string> references(records[i].columns.begin() + 1, records[i].columns.end());
    std::erase(references, "");
    nlohmann::ordered_json line = {
        {"source", records[i].columns[0]}, {"references", references}, {"output", predictions[i].text}};
    out.write(line.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
  }
  out.finish();
}

}  // namespace

int eval(Words words) {
  auto read = read_verb<EvalOptions>(kEval, words);
  if (!read) return 0;
  EvalOptions& options = *read;
  if (!options.outputs.empty()) require_writable(options.outputs);
  SavedModel model(options.model, options.search.ensemble);
  std::vector<Record> records = usable(records_of(options, model.task()), model.task());
  PredictOptions predict = predict_options(model, options.search);
  predict.attention = false;
  Decoding decoding;
  std::vector<Prediction> predictions = predict_all(model, records, predict, decoding);
  if (!options.outputs.empty()) write_outputs(options.outputs, records, predictions);
  std::vector<Score> scores = model.task().score(predictions, records, options.bootstrap);
  ByLength groups;
  if (options.by_length > 0) groups = by_source_length(model.task(), predictions, records, options.by_length);
  std::string text =
      options.json ? scores_json(scores, groups, decoding) : scores_text(scores) + groups_text(groups);
  std::fputs(text.c_str(), stdout);
  // Of the clock: standard output stays the same from run to run.
  if (!options.json && std::fflush(stdout) == 0) say(decoding_text(decoding));
  return 0;
}

}  // namespace heed::cli
