#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <thread>

#include "cli/compare/charts.h"
#include "cli/compare/execute.h"
#include "cli/compare/findings.h"
#include "cli/compare/side_by_side.h"
#include "cli/compare/tables.h"
#include "cli/compare/variants.h"
#include "cli/verbs.h"
#include "heed/base/command_line.h"
#include "heed/base/error.h"
#include "heed/base/log.h"
#include "heed/tasks/by_length.h"
#include "heed/text/utf8.h"
#include "heed/training/interrupt.h"
#include "heed/training/output.h"
#include "heed/training/recipe.h"

namespace heed::cli {
namespace {

struct CompareOptions {
  std::string recipe, out, data, variants_file, baseline;
  std::vector<std::string> over, variants, set, test, sentences;
  int64_t seeds = 1, by_length = 6, longer_than = 0, bootstrap = 1000;
  double budget = 0;
  bool overwrite = false;
  static void arguments(auto& o, auto&& f) {
    f("RECIPE", o.recipe, "YAML file that all variants start from");
  }
  static void fields(auto& o, auto&& f) {
    f("out", o.out, "directory for the runs and the report");
    f("over", o.over, "KEY=V1,V2,…: one variant a value; several: every combination");
    f("variant", o.variants, "\"NAME: KEY=VALUE KEY=VALUE…\": options that change together");
    f("variants", o.variants_file, "YAML file of such variants: a map from names to maps of options");
    f("seeds", o.seeds, "runs of each variant, with seeds one after the other", between(1, 1000));
    f("budget", o.budget,
      "minutes of work that each run may train for (= training.minutes); 0 = as the recipe says",
      at_least(0.0));
    f("set", o.set, "a.b=c: one option of the recipe, for all variants");
    f("data", o.data, "directory of the recipe's data (= --set data.dir=…)");
    f("test", o.test, "files to judge by, as in heed eval --data; without it, the recipe's dev data");
    f("baseline", o.baseline, "the variant that others are compared with; without it, the first");
    f("longer-than", o.longer_than, "the length above which a source is long; 0 = the median", at_least(0));
    f("by-length", o.by_length, "groups by the length of the source", between(1, 1000));
    f("bootstrap", o.bootstrap, "samples that intervals and p-values come from", between(100, 100000));
    f("sentence", o.sentences,
      "show the attention of these instead of three of the test; an output may stand behind a tab");
    f("overwrite", o.overwrite, "train again what was trained from another recipe");
  }
};

std::string shell_word(const std::string& word) {
  bool plain = !word.empty() && word.find_first_not_of(
                                    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                    "0123456789-_=./,:+@%") == std::string::npos;
  if (plain) return word;
  std::string quoted = "'";
  for (char c : word) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("model name")) return line.substr(std::min(line.find(": ") + 2, line.size()));
  }
  return "a processor that does not say its name";
}

// Held by this process and by its children: a second comparison waits for a training that outlived the first.
class OutputLock {
 public:
  explicit OutputLock(const fs::path& out) {
    make_directories(out / "runs");
    fs::path file = out / "lock";
    descriptor_ = ::open(file.c_str(), O_RDWR | O_CREAT, 0666);
    if (descriptor_ < 0) throw FileError("cannot write " + file.string() + ": " + std::strerror(errno));
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0)
      throw FileError("another process is comparing into " + out.string() + "; wait for it, or stop it");
  }
  ~OutputLock() { ::close(descriptor_); }
  OutputLock(const OutputLock&) = delete;
  OutputLock& operator=(const OutputLock&) = delete;

 private:
  int descriptor_;
};

class Comparison {
 public:
  Comparison(const CompareOptions& options, Words words)
      : options_(options), variants_(make_variants({options.over, options.variants, options.variants_file})) {
    command_ = "heed compare";
    for (const std::string& word : words) command_ += " " + shell_word(word);
    plan();
    require_usable_output();
  }

  int run() {
    OutputLock lock(options_.out);
    Interrupt interrupt;
    watch_.wished = [&] { return interrupt.wished(); };
    Executor executor(options_.test, runs_.size(), watch_.wished);
    for (const PlannedRun& run : runs_) {
      forget_other_recipe(run);
      if (!executor.execute(run) || interrupt.wished()) {
        say("stopped; the same command goes on from there");
        return interrupt.exit_code();
      }
    }
    return report();
  }

 private:
  Recipe recipe_of(const Variant& variant, std::vector<std::string> more) const {
    std::vector<std::string> settings = options_.set;
    settings.insert(settings.end(), variant.settings.begin(), variant.settings.end());
    if (options_.budget > 0) more.push_back("training.minutes=" + std::to_string(options_.budget));
    settings.insert(settings.end(), more.begin(), more.end());
    Recipe recipe = read_options<Recipe>(text_, options_.recipe, settings);
    if (!options_.data.empty()) recipe.data.dir = options_.data;
    return recipe;
  }

  // Seed by seed, so that a comparison that is stopped early has something of every variant.
  void plan() {
    text_ = read_file(options_.recipe);
    std::vector<std::vector<PlannedRun>> rounds;
    std::string refusal;
    bool any = false;
    for (std::size_t i = 0; i < variants_.size(); ++i) {
      std::vector<PlannedRun> runs = runs_of(i);
      if (runs[0].refusal.empty())
        any = true;
      else if (refusal.empty())
        refusal = runs[0].refusal;
      if (rounds.size() < runs.size()) rounds.resize(runs.size());
      for (std::size_t k = 0; k < runs.size(); ++k) rounds[k].push_back(runs[k]);
    }
    if (!any) throw OptionError(refusal);
    for (const auto& round : rounds) runs_.insert(runs_.end(), round.begin(), round.end());
    baseline_ = find_baseline();
  }

  std::vector<PlannedRun> runs_of(std::size_t index) {
    const Variant& variant = variants_[index];
    int64_t seeds = variant.seeds > 0 ? variant.seeds : options_.seeds;
    std::vector<PlannedRun> runs;
    try {
      int64_t first = recipe_of(variant, {}).training.seed;
      for (int64_t seed = first; seed < first + seeds; ++seed) {
        Recipe recipe = recipe_of(variant, {"training.seed=" + std::to_string(seed)});
        if (!recipe_) recipe_ = recipe;
        runs.push_back({index,
                        seed,
                        variant.name + ", seed " + std::to_string(seed),
                        write_options(recipe),
                        "",
                        {fs::path(options_.out) / "runs" / (variant.slug + "-seed" + std::to_string(seed))}});
      }
    } catch (const OptionError& error) {
      runs = {{index, 0, variant.name, "", error.what(), {}}};
    }
    return runs;
  }

  std::size_t find_baseline() const {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < variants_.size(); ++i) {
      if (variants_[i].name == options_.baseline) return i;
      names.push_back(variants_[i].name);
    }
    if (options_.baseline.empty()) return 0;
    throw OptionError("heed compare: --baseline " + options_.baseline + ": expected one of " +
                      join_names(names, ", "));
  }

  void require_usable_output() const {
    if (options_.out.empty())
      throw OptionError("heed compare: --out DIR is missing: where to write runs and report");
    fs::path out = options_.out;
    if (fs::exists(out) && !fs::is_directory(out)) throw FileError(out.string() + " is not a directory");
    if (fs::exists(out) && !fs::is_empty(out) && !fs::is_directory(out / "runs"))
      throw OptionError(out.string() + " has files that are not a comparison's; choose another --out");
    if (options_.overwrite) return;
    for (const PlannedRun& run : runs_) {
      if (!is_of_other_recipe(run)) continue;
      throw OptionError(run.files.folder.string() + " was trained from another recipe (" +
                        first_difference(read_file(run.files.recipe()), run.recipe) +
                        "); choose another --out, or --overwrite to train it again");
    }
  }

  static bool is_of_other_recipe(const PlannedRun& run) {
    return run.refusal.empty() && fs::exists(run.files.recipe()) &&
           read_file(run.files.recipe()) != run.recipe;
  }

  static void forget_other_recipe(const PlannedRun& run) {
    if (is_of_other_recipe(run)) fs::remove_all(run.files.folder);
  }

  // All variants are judged by the baseline's main metric.
  std::unique_ptr<Metric> metric() const {
    return std::visit([](const auto& task) { return make_metric(task.metrics.at(0), task.scoring); },
                      recipe_->task);
  }

  Findings findings() const {
    std::unique_ptr<Metric> judged_by = metric();
    std::vector<std::string> nothing = {""}, names;
    std::string metric_name = judged_by->describe(judged_by->statistics("", nothing)).name;
    std::vector<RunFindings> runs;
    for (const PlannedRun& run : runs_) {
      RunFindings found{run.variant, run.seed, {}, {}};
      if (run.refusal.empty())
        found.facts = read_run(run.files, metric_name);
      else
        found.facts.error = run.refusal;
      runs.push_back(std::move(found));
    }
    for (const Variant& variant : variants_) names.push_back(variant.name);
    JudgeOptions judging{options_.by_length, options_.longer_than, {options_.bootstrap, 12345}, baseline_};
    return judge(names, std::move(runs), *judged_by, judging);
  }

  // In the unit of the findings; nothing if the data cannot be read (moved since).
  std::optional<int64_t> longest_in_training(const std::string& unit) const {
    int64_t longest = 0;
    try {
      for (const Corpus& corpus : train_corpora(recipe_->data, make_task(recipe_->task)->columns())) {
        auto reader = corpus.open();
        for (Record record; reader->next(record);) {
          const std::string& source = record.columns.at(0);
          longest = std::max(
              longest, unit == "words" ? words_in(source) : static_cast<int64_t>(code_points(source).size()));
        }
      }
    } catch (const Error& error) {
      warn(std::string("the longest source of training is not known: ") + error.what());
      return std::nullopt;
    }
    return longest;
  }

  const PlannedRun* first_good_run(const Findings& found, std::size_t variant) const {
    for (std::size_t i = 0; i < runs_.size(); ++i)
      if (runs_[i].variant == variant && found.runs[i].facts.error.empty()) return &runs_[i];
    return nullptr;
  }

  std::vector<Pair> pairs(const Findings& found) const {
    std::size_t giver = baseline_;
    while (first_good_run(found, giver) == nullptr) giver = (giver + 1) % variants_.size();
    const PlannedRun* run = first_good_run(found, giver);
    const Outputs& outputs = found.runs[static_cast<std::size_t>(run - runs_.data())].facts.outputs;
    if (options_.sentences.empty()) return choose_pairs(outputs);
    std::vector<Pair> typed;
    for (const std::string& sentence : options_.sentences)
      typed.push_back(pair_of(sentence, outputs, run->files, watch_));
    return typed;
  }

  std::vector<show::SideBySide> side_by_side(const Findings& found) const {
    std::vector<Pair> chosen = pairs(found);
    std::vector<show::SideBySide> sentences;
    for (const Pair& pair : chosen) sentences.push_back({pair.source, pair.target, {}});
    for (std::size_t v = 0; v < variants_.size(); ++v) {
      const PlannedRun* run = first_good_run(found, v);
      if (run == nullptr) continue;
      Maps maps = maps_of(run->files, chosen, watch_);
      for (std::size_t i = 0; i < sentences.size(); ++i) {
        std::optional<AttentionMap> map;
        if (i < maps.maps.size() && !maps.maps[i].weights.empty()) map = maps.maps[i];
        sentences[i].panels.push_back({variants_[v].name, map, maps.reason});
      }
    }
    return sentences;
  }

  show::Report report_of(const Findings& found) const {
    show::Report report;
    report.title = "Comparison: " + fs::path(options_.recipe).stem().string();
    report.command = command_;
    report.recipe = write_options(*recipe_);
    report.facts = {"Judged by " + found.metric + " on " + std::to_string(found.sentences) + " sentences (" +
                        found.signature + ").",
                    "Trained one after the other on " + processor() + ", " +
                        std::to_string(std::thread::hardware_concurrency()) + " threads, " +
                        std::to_string(recipe_->training.workers) + " workers."};
    report.table = table_of(found);
    report.charts = charts_of(found, longest_in_training(found.unit));
    report.sentences = side_by_side(found);
    for (std::size_t i = 0; i < runs_.size(); ++i)
      if (!found.runs[i].facts.error.empty())
        report.failures.push_back({runs_[i].name, found.runs[i].facts.error});
    return report;
  }

  int report() const {
    fs::path out = options_.out;
    Findings found = findings();
    write_file(out / "report.csv", csv_of(found, variants_));
    if (found.sentences == 0)
      throw InputError("every variant failed, " + runs_[0].name + ": " + found.runs[0].facts.error);
    show::Report report = report_of(found);
    std::string markdown = show::to_markdown(report.table);
    make_directories(out / "charts");
    for (const show::ReportChart& chart : report.charts)
      write_file(out / "charts" / (chart.name + ".svg"), show::paint_svg(chart.figure, chart.caption));
    write_file(out / "report.md", markdown);
    write_file(out / "report.html", show::to_page(report));
    std::fputs(markdown.c_str(), stdout);
    say("report: " + (out / "report.html").string() + ", report.csv, report.md, charts/*.svg");
    return 0;
  }

  const CompareOptions& options_;
  std::vector<Variant> variants_;
  std::string command_, text_;
  std::optional<Recipe> recipe_;  // of the first variant that has one
  std::vector<PlannedRun> runs_;
  std::size_t baseline_ = 0;
  Watch watch_;
};

}  // namespace

int compare(Words words) {
  auto read = read_verb<CompareOptions>(kCompare, words);
  if (!read) return 0;
  return Comparison(*read, words).run();
}

}  // namespace heed::cli
