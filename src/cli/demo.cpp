#include <cstdio>
#include <string_view>

#include "cli/predicting.h"
#include "cli/signals.h"
#include "cli/verbs.h"
#include "heed/base/command_line.h"
#include "heed/base/progress.h"
#include "heed/show/terminal.h"
#include "heed/show/write.h"
#include "heed/training/train.h"

extern "C" const char heed_recipe_dates[], heed_recipe_dates_end[];

namespace heed::cli {
namespace {

struct DemoOptions {
  std::string out = "demo";
  std::vector<std::string> set;
  static void arguments(auto&, auto&&) {}
  static void fields(auto& o, auto&& f) {
    f("out", o.out, "directory to write to");
    f("set", o.set, "a.b=c: override one option of recipes/dates.yml");
  }
};

void introduce(const Recipe& recipe) {
  std::printf("Dates as people write them → ISO 8601. A few of the training lines:\n");
  auto records = load_corpus(recipe.data, Split::train, make_task(recipe.task)->columns());
  for (std::size_t i = 0; i < 4 && i < records.size(); ++i) {
    std::printf("  %-36s → %s\n", records[i].columns[0].c_str(), records[i].columns[1].c_str());
  }
  std::printf("\n");
  std::fflush(stdout);
  require_written();
}

void score(SavedModel& model, const Recipe& recipe) {
  std::vector<Record> dev = load_corpus(recipe.data, Split::dev, model.task().columns());
  PredictOptions options = predict_options(model);
  options.attention = false;
  auto predictions = model.predict(dev, options);
  std::printf("\nOn %zu dates that were never seen in training:\n%s\n", dev.size(),
              scores_text(score_all(model.task().metrics(), predictions, dev)).c_str());
}

// The command for `heed` from here: it lies above this program's libexec/heed/, both in a build and in an
// installation.
std::string typed_program() {
  std::error_code error;
  fs::path root = fs::read_symlink("/proc/self/exe", error).parent_path() / "../..";
  for (const char* name : {"heed", "bin/heed"}) {
    if (fs::exists(root / name, error))
      return fs::proximate((root / name).lexically_normal(), error).string();
  }
  return "heed";
}

std::vector<Shown> translate(SavedModel& model) {
  std::vector<Shown> pictures;
  for (const char* text : {"Tue 3rd of March 1998", "12/05/04", "the first of May, 2011"}) {
    Prediction prediction = model.predict(text);
    pictures.push_back(shown(text, prediction));
    std::printf("  %-36s → %s\n", text, pictures.back().output.c_str());
  }
  return pictures;
}

}  // namespace

int demo(Words words) {
  auto read = read_verb<DemoOptions>(kDemo, words);
  if (!read) return 0;
  DemoOptions& options = *read;
  std::string recipe(heed_recipe_dates, heed_recipe_dates_end);
  fs::path out = options.out;
  TrainRequest request{read_options<Recipe>(recipe, "recipes/dates.yml", options.set), out / "model", true};
  if (fs::exists(out)) {
    for (const char* picture : {"attention.html", "attention.png"}) require_attention_file(out / picture, {});
  }
  introduce(request.recipe);
  TrainReport report = heed::train(request);
  std::printf("Trained %lld parameters for %lld updates in %s (%.0f target tokens/s).\n",
              static_cast<long long>(report.parameters), static_cast<long long>(report.updates),
              duration(report.seconds).c_str(), report.tokens_per_second);
  SavedModel model(out / "model");
  score(model, request.recipe);
  std::vector<Shown> pictures = translate(model);
  std::printf("\nIts attention for \"%s\" (rows are outputs, columns are inputs):\n\n%s\n",
              pictures[0].input.c_str(),
              to_terminal(pictures[0].maps.at(0), TerminalStyle::detect()).c_str());
  write_attention(out / "attention.html", pictures);
  write_attention(out / "attention.png", std::span(pictures).first(1));
  std::printf("Pictures: %s, %s. Model: %s\n", (out / "attention.html").c_str(),
              (out / "attention.png").c_str(), (out / "model").c_str());
  std::printf("Try: echo \"July the 4th, 1976\" | %s run %s\n", typed_program().c_str(),
              (out / "model").c_str());
  return 0;
}

}  // namespace heed::cli
