// What `heed compare` is asked, and the runs that this makes: every variant's recipe with every seed, checked
// before the first is trained.
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
    f("jobs", o.jobs,
      "runs at a time; with training.workers=1 the quickest way through many, but their speeds are then a "
      "busy machine's",
      between(1, 1000));
    f("set", o.set, "a.b=c: one option of the recipe, for all variants");
    f("data", o.data, "directory of the recipe's data (= --set data.dir=…)");
    f("test", o.test, "files to judge by, as in heed eval --data; without it, the recipe's dev data");
    f("baseline", o.baseline, "the variant that others are compared with; without it, the first");
    f("longer-than", o.longer_than, "the length above which a source is long; 0 = the median", at_least(0));
    f("by-length", o.by_length, "groups by the length of the source", between(1, 1000));
    f("bootstrap", o.bootstrap, "samples that intervals and p-values come from", between(100, 100000));
    f("sentence", o.sentences,
      "show the attention of these instead of three of the test; an output may stand behind a tab");
    f("gradients", o.gradients,
      "also the gradient's norm by distance; without variants of your own: of simple, GRU and LSTM cells, "
      "with and without attention");
    f("overwrite", o.overwrite, "train again what was trained from another recipe");
  }
};

struct ComparePlan {
  std::vector<Variant> variants;
  std::vector<PlannedRun> runs;  // the first seed of every variant, then the second of every variant, …
  std::size_t baseline = 0;
  Recipe recipe;  // of the first variant: the yardstick, and where the data is
};

// Every variant is built as a training would build it, and its data is opened. If some cannot be, the error
// says of all of them why: an OptionError if any option is wrong. Nothing is created.
ComparePlan make_plan(const CompareOptions& options);

// The directory may be used: it is new, or holds runs of the same recipes. Otherwise an OptionError, unless
// options.overwrite.
void require_usable_output(const CompareOptions& options, const ComparePlan& plan);

bool is_of_other_recipe(const PlannedRun& run);

}  // namespace heed::cli
