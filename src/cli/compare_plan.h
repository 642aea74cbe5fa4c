// The options of `heed compare`, and the runs that they define: the recipe of every variant with every seed,
// checked before the first one is trained.
#pragma once

#include <string>
#include <vector>

#include "cli/compare/execute.h"
#include "cli/compare/variants.h"
#include "heed/training/recipe.h"

namespace heed::cli {

struct CompareOptions {
  std::string recipe, out, data, variants_file, baseline;
  std::vector<std::string> over, variants, set, test, sentences;
  int64_t seeds = 1, jobs = 1, by_length = 6, longer_than = 0, bootstrap = 1000;
  double budget = 0;
  bool overwrite = false, gradients = false;
  static void arguments(auto& o, auto&& f) {
    f("RECIPE", o.recipe, "YAML recipe that all variants are based on");
  }
  static void fields(auto& o, auto&& f) {
    f("out", o.out, "directory for the runs and the report");
    f("over", o.over, "KEY=V1,V2,…: one variant for each value; if repeated, for each combination");
    f("variant", o.variants, "\"NAME: KEY=VALUE KEY=VALUE…\": options that change together");
    f("variants", o.variants_file, "YAML file of variants: a map from names to maps of options");
    f("seeds", o.seeds, "runs of each variant, with consecutive seeds", between(1, 1000));
    f("budget", o.budget, "minutes of training for each run (= training.minutes); 0 = as in the recipe",
      at_least(0.0));
    f("jobs", o.jobs,
      "runs in parallel; with training.workers=1 the fastest way to do many runs, but each run is slower",
      between(1, 1000));
    f("set", o.set, "a.b=c: one option of the recipe, for all variants");
    f("data", o.data, "directory of the recipe's data (= --set data.dir=…)");
    f("test", o.test, "test files, as in heed eval --data; without it, the recipe's dev data");
    f("baseline", o.baseline, "the variant that others are compared with; without it, the first");
    f("longer-than", o.longer_than, "the length above which a source is long; 0 = the median", at_least(0));
    f("by-length", o.by_length, "groups by the length of the source", between(1, 1000));
    f("bootstrap", o.bootstrap, "bootstrap samples for intervals and p-values", between(100, 100000));
    f("sentence", o.sentences,
      "show the attention for these inputs instead of three of the test; an output may follow after a tab");
    f("gradients", o.gradients,
      "also measure gradient norms by distance; without variants: for simple, GRU and LSTM cells, with and "
      "without attention");
    f("overwrite", o.overwrite, "replace runs that were trained from another recipe");
  }
};

struct ComparePlan {
  std::vector<Variant> variants;
  std::vector<PlannedRun> runs;  // ordered by seed: the first seed of every variant, then the second, …
  std::size_t baseline = 0;
  Recipe recipe;  // recipe of the first variant; its metric and data are used for all
};

// Makes the plan. It builds every variant as a training would, and opens its data. If some variants cannot be
// built, the error gives the reasons of all of them; it is an OptionError if any option is wrong. Creates no
// files.
ComparePlan make_plan(const CompareOptions& options);

// Throws OptionError unless the output directory is new, or holds runs of the same recipes, or
// options.overwrite is set.
void require_usable_output(const CompareOptions& options, const ComparePlan& plan);

bool is_of_other_recipe(const PlannedRun& run);

}  // namespace heed::cli
