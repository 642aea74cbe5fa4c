#include "cli/compare_report.h"

#include <algorithm>
#include <fstream>
#include <thread>

#include "cli/compare/charts.h"
#include "cli/compare/compared_examples.h"
#include "cli/compare/tables.h"
#include "heed/base/diagnostics.h"
#include "heed/base/error.h"
#include "heed/evaluate/by_length.h"
#include "heed/evaluate/findings.h"
#include "heed/text/utf8.h"

namespace heed::cli {
namespace {

std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "a processor that does not say its name";
}

// The length of the longest training source in the unit of the findings; nothing if the data can no longer be
// read.
std::optional<int64_t> longest_in_training(const Recipe& recipe, const std::string& unit) {
  int64_t longest = 0;
  if (unit == "frames") return std::nullopt;
  try {
    const Columns columns = make_task(recipe.task)->columns();
    for (const Corpus& corpus : train_corpora(recipe.data, columns)) {
      auto reader = corpus.open();
      for (Record record; reader->next(record);) {
        std::string source = input_text(record, columns);
        longest = std::max(longest, unit == "words" ? count_words(source)
                                                    : static_cast<int64_t>(code_points(source).size()));
      }
    }
  } catch (const Error& error) {
    warn(std::string("the longest source of training is not known: ") + error.what());
    return std::nullopt;
  }
  return longest;
}

class Reporter {
 public:
  Reporter(const CompareOptions& options, const ComparePlan& plan, const Watch& watch)
      : options_(options), plan_(plan), watch_(watch) {
    find();
  }

  bool any() const { return found_.sentences > 0; }
  std::string csv() const { return csv_of(found_, plan_.variants); }

  show::Report report() const {
    show::Report report;
    report.title = "Comparison: " + fs::path(options_.recipe).stem().string();
    report.recipe = write_options(plan_.recipe);
    report.facts = facts();
    report.table = table_of(found_);
    report.charts = charts_of(found_, longest_in_training(plan_.recipe, found_.unit));
    report.examples = compared_examples();
    for (std::size_t i = 0; i < found_.runs.size(); ++i)
      if (!found_.runs[i].facts.error.empty())
        report.failures.push_back({runs_[i]->name, found_.runs[i].facts.error});
    return report;
  }

 private:
  // Runs without a result are skipped.
  void find() {
    // All variants are judged by the main metric of one recipe.
    std::unique_ptr<Task> task = make_task(plan_.recipe.task);
    const TaskMetric& metric = *task->metrics()[0];
    const Record nothing{std::vector<std::string>(task->columns().count), "", 0};
    std::string metric_name = metric.describe(metric.statistics({}, nothing)).name;
    std::vector<std::string> names;
    std::vector<RunFindings> runs;
    for (const PlannedRun& run : plan_.runs) {
      if (!fs::exists(run.files.result())) continue;
      runs.push_back({run.variant, run.seed, read_run(run.files, metric_name), {}});
      runs_.push_back(&run);
    }
    for (const Variant& variant : plan_.variants) names.push_back(variant.name);
    JudgeOptions judging{
        options_.by_length, options_.longer_than, {options_.bootstrap, 12345}, plan_.baseline};
    found_ = judge_runs(names, std::move(runs), metric, judging);
  }

  std::vector<std::string> facts() const {
    const TrainingOptions& training = plan_.recipe.training;
    std::string limit = training.minutes > 0
                            ? "Every run may work for " + short_minutes(training.minutes) + " minutes."
                            : "Every run may make " + std::to_string(training.updates) + " updates.";
    std::string at_a_time =
        options_.jobs == 1 ? "one after the other" : std::to_string(options_.jobs) + " at a time";
    return {"Judged by " + found_.metric + " on " + std::to_string(found_.sentences) + " sentences of " +
                (options_.test.empty() ? "the dev data" : join_names(options_.test, " + ")) + " (" +
                found_.signature + ").",
            limit + " Trained " + at_a_time + " on " + processor() + ", " +
                std::to_string(std::thread::hardware_concurrency()) + " threads, " +
                "training.workers: " + std::to_string(training.workers) + "."};
  }

  static std::string short_minutes(double minutes) {
    char text[32];
    std::snprintf(text, sizeof text, "%.6g", minutes);
    return text;
  }

  // The index of a variant's first successful run; −1 if there is none.
  int64_t good_run(std::size_t variant) const {
    for (std::size_t i = 0; i < runs_.size(); ++i)
      if (runs_[i]->variant == variant && found_.runs[i].facts.error.empty()) return static_cast<int64_t>(i);
    return -1;
  }

  // Chooses pairs from the outputs of the baseline, or of the next variant that has some.
  std::vector<Pair> pairs() const {
    std::size_t giver = plan_.baseline;
    while (good_run(giver) < 0) giver = (giver + 1) % plan_.variants.size();
    auto run = static_cast<std::size_t>(good_run(giver));
    const RunOutputs& outputs = found_.runs[run].facts.outputs;
    if (options_.sentences.empty()) return choose_pairs(outputs);
    std::vector<Pair> typed;
    for (const std::string& sentence : options_.sentences)
      typed.push_back(pair_of(sentence, outputs, runs_[run]->files, watch_));
    return typed;
  }

  std::vector<show::ComparedExample> compared_examples() const {
    std::vector<Pair> chosen = pairs();
    std::vector<show::ComparedExample> examples;
    for (const Pair& pair : chosen) examples.push_back({pair.source, pair.target, {}});
    for (std::size_t v = 0; v < plan_.variants.size() && !chosen.empty(); ++v) {
      if (good_run(v) < 0) continue;
      Maps maps = maps_of(runs_[static_cast<std::size_t>(good_run(v))]->files, chosen, watch_);
      for (std::size_t i = 0; i < examples.size(); ++i) {
        std::optional<AttentionMap> map;
        if (i < maps.maps.size() && !maps.maps[i].weights.empty()) map = maps.maps[i];
        examples[i].panels.push_back({plan_.variants[v].name, map, maps.reason});
      }
    }
    return examples;
  }

  const CompareOptions& options_;
  const ComparePlan& plan_;
  const Watch& watch_;
  Findings found_;
  std::vector<const PlannedRun*> runs_;  // of the findings' runs
};

}  // namespace

std::string write_report(const CompareOptions& options, const ComparePlan& plan, const std::string& command,
                         const Watch& watch) {
  fs::path out = options.out;
  Reporter reporter(options, plan, watch);
  write_file(out / "report.csv", reporter.csv());
  if (!reporter.any()) return "";
  show::Report report = reporter.report();
  report.command = command;
  std::string markdown = show::to_markdown(report.table);
  make_directories(out / "charts");
  for (const show::ReportChart& chart : report.charts)
    write_file(out / "charts" / (chart.name + ".svg"), show::paint_svg(chart.figure, chart.caption));
  write_file(out / "report.md", markdown);
  write_file(out / "report.html", show::to_page(report));
  return markdown;
}

}  // namespace heed::cli
