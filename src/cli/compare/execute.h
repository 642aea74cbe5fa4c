// One run of a variant, from its recipe to its result: a child that trains, a child that evaluates. Each is a
// process of its own, so that a variant that crashes, or takes all the memory, ends alone, and what it took
// is its own. A run that was stopped goes on where it was; a run that is finished is left alone.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/compare/child.h"
#include "cli/compare/run_files.h"

namespace heed::cli {

struct PlannedRun {
  std::size_t variant = 0;
  int64_t seed = 1;
  std::string name;     // "dot, seed 1"
  std::string recipe;   // every option with its value, as YAML
  std::string refusal;  // why there is no recipe: the variant's options cannot be
  RunFiles files;
  std::size_t round = 0;   // the first run of each variant, the second, …
  bool attends = true;     // whether there is attention to be measured
  bool gradients = false;  // whether its gradients are to be
};

class Executor {
 public:
  // `test`: files to evaluate on; none = the recipe's dev data. `total`: how many runs there are to be.
  Executor(std::vector<std::string> test, std::size_t total, std::function<bool()> wished);

  // False if it was stopped; what goes wrong is in the run's result.
  bool execute(const PlannedRun& run);

 private:
  bool train(const PlannedRun& run);
  bool evaluate(const PlannedRun& run);
  Ended watched(const PlannedRun& run, const char* doing, const Child& child);
  std::string evaluated(const PlannedRun& run) const;
  void tell(const PlannedRun& run, const std::string& what) const;

  std::vector<std::string> test_;
  std::size_t total_, done_ = 0, worked_ = 0;
  double seconds_ = 0;  // of those that worked
  std::function<bool()> wished_;
};

}  // namespace heed::cli
