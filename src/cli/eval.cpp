#include <cstdio>

#include "cli/predicting.h"
#include "cli/verbs.h"
#include "heed/base/command_line.h"
#include "heed/training/recipe.h"

namespace heed::cli {
namespace {

const Verb kVerb{"heed eval", "score a model on held-out data"};

struct EvalOptions {
  std::string model;
  std::vector<std::string> data;
  int64_t beam = 0;
  bool json = false;
  static void arguments(auto& o, auto&& f) { f("MODEL", o.model, "directory that 'heed train' wrote"); }
  static void fields(auto& o, auto&& f) {
    f("data", o.data,
      "a file of tab-separated columns, or parallel files; without it, the recipe's own dev data");
    f("beam", o.beam, "hypotheses kept; 1 = greedy, 0 = as the recipe says", between(0, 1000));
    f("json", o.json, "print one JSON object");
  }
};

std::vector<Record> records_of(const EvalOptions& options, const Task& task) {
  if (!options.data.empty())
    return read_records(options.data, static_cast<int64_t>(task.column_names().size()));
  fs::path recipe = fs::path(options.model) / "recipe.yml";
  return load_corpus(read_options<Recipe>(read_file(recipe), recipe.string()).data, Split::dev);
}

}  // namespace

int eval(Words words) {
  EvalOptions options;
  std::string help;
  if (!read_verb(kVerb, options, words, help)) return std::fputs(help.c_str(), stdout), 0;
  SavedModel model(options.model);
  std::vector<Record> records = records_of(options, model.task());
  PredictOptions predict = predict_options(model, options.beam);
  predict.attention = false;
  std::vector<Prediction> predictions = model.predict(records, predict);
  std::vector<Score> scores = model.task().score(predictions, records);
  std::fputs((options.json ? scores_json(scores) : scores_text(scores)).c_str(), stdout);
  return 0;
}

}  // namespace heed::cli
