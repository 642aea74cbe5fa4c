// Executes runs of variants, from the recipe to the result: one child process trains, another evaluates with
// the engine. Processes of their own keep a variant that crashes or uses up the memory from affecting others,
// and let its time and memory be measured; several runs may be executed in parallel. A run that was stopped
// is resumed; a finished run is left unchanged.
#pragma once

#include <functional>
#include <mutex>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "cli/compare/child.h"
#include "cli/compare/run_files.h"

namespace heed::cli {

struct PlannedRun {
  std::size_t variant = 0;
  int64_t seed = 1;
  std::string name;    // "dot, seed 1"
  std::string recipe;  // every option with its value, as YAML
  RunFiles files;
  std::size_t round = 0;   // 0 for the first run of each variant, 1 for the second, …
  bool attends = true;     // whether the model has attention to measure
  bool gradients = false;  // whether to measure its gradients
  std::size_t number = 0;  // number among all runs, from 1
};

class Executor {
 public:
  // `test` are the files to evaluate on; empty: the recipe's dev data. `total` is the number of runs in all,
  // and `jobs` how many are executed in parallel.
  Executor(std::vector<std::string> test, std::size_t total, int64_t jobs, std::function<bool()> wished);

  // Returns false if the runs were stopped. Errors are recorded in each run's result.
  bool execute(std::span<const PlannedRun> runs);

 private:
  bool execute(const PlannedRun& run);
  bool train(const PlannedRun& run);
  bool evaluate(const PlannedRun& run);
  ChildResult evaluate(const PlannedRun& run, const Child& child, nlohmann::ordered_json& said);
  Child evaluating(const PlannedRun& run) const;
  Child differentiating(const PlannedRun& run) const;
  ChildResult watched(const PlannedRun& run, const char* doing, const Child& child);
  std::string evaluated(const PlannedRun& run) const;
  void tell(const PlannedRun& run, const std::string& what) const;
  std::string time_left();

  std::vector<std::string> test_;
  std::size_t total_;
  int64_t jobs_;
  std::function<bool()> wished_;
  std::mutex counts_;  // protects the members below
  std::size_t done_ = 0, worked_ = 0;
  double seconds_ = 0;  // total time of the runs that were executed
};

}  // namespace heed::cli
