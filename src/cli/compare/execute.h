// One run of a variant, from its recipe to its result: a child that trains, and a child that evaluates it by
// the engine. Each is a process of its own, so that a variant that crashes, or takes all the memory, ends
// alone, and what it took is its own; several runs may go side by side. A run that was stopped goes on where
// it was; a run that is finished is left alone.
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
  std::size_t round = 0;   // the first run of each variant, the second, …
  bool attends = true;     // whether there is attention to be measured
  bool gradients = false;  // whether its gradients are to be
  std::size_t number = 0;  // from 1, of all runs
};

class Executor {
 public:
  // `test`: files to evaluate on; none = the recipe's dev data. `total`: how many runs there are to be.
  // `jobs`: how many at a time.
  Executor(std::vector<std::string> test, std::size_t total, int64_t jobs, std::function<bool()> wished);

  // False if they were stopped; what goes wrong is in each run's result.
  bool execute(std::span<const PlannedRun> runs);

 private:
  bool execute(const PlannedRun& run);
  bool train(const PlannedRun& run);
  bool evaluate(const PlannedRun& run);
  Ended evaluate(const PlannedRun& run, const Child& child, nlohmann::ordered_json& said);
  Child evaluating(const PlannedRun& run) const;
  Child differentiating(const PlannedRun& run) const;
  Ended watched(const PlannedRun& run, const char* doing, const Child& child);
  std::string evaluated(const PlannedRun& run) const;
  void tell(const PlannedRun& run, const std::string& what) const;
  std::string time_left();

  std::vector<std::string> test_;
  std::size_t total_;
  int64_t jobs_;
  std::function<bool()> wished_;
  std::mutex counts_;  // guards the rest
  std::size_t done_ = 0, worked_ = 0;
  double seconds_ = 0;  // of those that worked
};

}  // namespace heed::cli
