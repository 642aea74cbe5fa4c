#include "heed/training/train.h"

#include <cstdio>

#include "cli/verbs.h"
#include "heed/base/command_line.h"
#include "heed/base/diagnostics.h"
#include "heed/base/error.h"
#include "heed/base/progress.h"
#include "heed/training/dry_run.h"

namespace heed::cli {
namespace {

struct TrainVerbOptions {
  std::string recipe, out, data;
  std::vector<std::string> set;
  bool overwrite = false, extend = false, options = false, dry_run = false;
  static void arguments(auto& o, auto&& f) { f("RECIPE", o.recipe, "YAML file that says what to train"); }
  static void fields(auto& o, auto&& f) {
    f("out", o.out, "directory to write the model to");
    f("data", o.data, "directory of the recipe's data (= --set data.dir=…)");
    f("set", o.set, "a.b=c: override one option of the recipe");
    f("overwrite", o.overwrite, "replace a finished model, or an unfinished one of another recipe");
    f("extend", o.extend,
      "continue a finished training: the recipe must have more updates, minutes or patience than before");
    f("dry-run", o.dry_run,
      "report on the data, and estimate time and memory by training on the largest batch only");
    f("options", o.options, "print every option of the recipe with its value and meaning, and stop");
  }
};

std::string outcome(const TrainReport& report) {
  char line[200];
  if (report.updates == 0) {  // the model has no gradients
    std::snprintf(line, sizeof line, "fitted %lld parameters in %s, ",
                  static_cast<long long>(report.parameters), duration(report.seconds).c_str());
    return line + report.dev.text();
  }
  std::snprintf(line, sizeof line, "trained %lld parameters for %lld updates in %s, ",
                static_cast<long long>(report.parameters), static_cast<long long>(report.updates),
                duration(report.seconds).c_str());
  std::string text = line + report.dev.text();
  if (report.averaged > 1) text += ", the mean of " + std::to_string(report.averaged) + " validated weights";
  if (report.enough) text += ", ended by training.validation.patience";
  if (report.out_of_time) text += ", ended by training.minutes";
  return text + ", best at update " + std::to_string(report.best_update);
}

}  // namespace

int train(Words words) {
  auto read = read_verb<TrainVerbOptions>(kTrain, words);
  if (!read) return 0;
  TrainVerbOptions& options = *read;
  TrainRequest request;
  request.recipe =
      read_options<Recipe>(read_small_file(options.recipe, "a recipe"), options.recipe, options.set);
  if (!options.data.empty()) request.recipe.data.dir = options.data;
  if (options.options) return std::fputs(describe_options(request.recipe).c_str(), stdout), 0;
  if (options.dry_run) {
    for (const std::string& line : dry_run_lines(heed::dry_run(request.recipe))) say(line);
    return 0;
  }
  if (options.out.empty()) throw OptionError("heed train: --out MODEL is missing: where to write the model");
  request.out = options.out;
  request.overwrite = options.overwrite;
  request.extend = options.extend;
  TrainReport report = heed::train(request);
  if (report.stopped) {
    say("stopped at update " + std::to_string(report.updates) + "; the same command goes on from there");
    return report.exit_code;
  }
  say(outcome(report) + "; model in " + options.out);
  return 0;
}

}  // namespace heed::cli
