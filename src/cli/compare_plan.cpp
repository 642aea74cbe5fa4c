#include "cli/compare_plan.h"

#include <algorithm>

#include "heed/base/error.h"
#include "heed/training/first_weights.h"
#include "heed/training/output.h"

namespace heed::cli {
namespace {

// Encoders read in one direction, so that a distance equals a number of steps.
std::vector<std::string> cells_with_and_without_attention() {
  std::vector<std::string> variants;
  for (const char* decoder : {"fixed-vector", "bahdanau"}) {
    for (const char* cell : {"simple", "gru", "lstm"}) {
      std::string name = std::string(cell) + (decoder[0] == 'f' ? "" : " with attention");
      variants.push_back(name + ": model.encoder.bidirectional=false model.encoder.cell=" + cell +
                         " model.decoder.type=" + decoder + " model.decoder.cell=" + cell);
    }
  }
  return variants;
}

// Collects the reasons why variants cannot be trained. Variants with the same reason are listed together.
class Refusals {
 public:
  void add(const std::string& variant, const Error& error) {
    ++variants_;
    if (error.exit_code == 2) of_options_ = true;
    auto same = std::find_if(reasons_.begin(), reasons_.end(),
                             [&](const Reason& reason) { return reason.text == error.what(); });
    if (same == reasons_.end()) same = reasons_.insert(same, {error.what(), {}});
    same->variants.push_back("'" + variant + "'");
  }

  void throw_if_any(std::size_t variants) const {
    if (reasons_.empty()) return;
    // A problem of all variants is a problem of what they have in common.
    bool common = reasons_.size() == 1 && variants_ == variants;
    std::string line = common ? reasons_[0].text : by_variant();
    if (of_options_) throw OptionError(line);
    throw FileError(line);
  }

 private:
  std::string by_variant() const {
    std::string line;
    for (const Reason& reason : reasons_)
      line +=
          (line.empty() ? "variant " : "; variant ") + join_names(reason.variants, ", ") + ": " + reason.text;
    return line;
  }

  struct Reason {
    std::string text;
    std::vector<std::string> variants;
  };
  std::vector<Reason> reasons_;
  std::size_t variants_ = 0;
  bool of_options_ = false;
};

class Planner {
 public:
  explicit Planner(const CompareOptions& options)
      : options_(options), text_(read_small_file(options.recipe, "a recipe")) {
    VariantWords words{options.over, options.variants, options.variants_file};
    bool any = !words.over.empty() || !words.variants.empty() || !words.file.empty();
    if (options.gradients && !any) words.variants = cells_with_and_without_attention();
    plan_.variants = make_variants(words);
  }

  ComparePlan plan() {
    Refusals refusals;
    for (std::size_t i = 0; i < plan_.variants.size(); ++i) {
      try {
        add_runs(i);
      } catch (const Error& error) {
        refusals.add(plan_.variants[i].name, error);
      }
    }
    refusals.throw_if_any(plan_.variants.size());
    // Runs are ordered by seed, so that a comparison that is stopped early has results for every variant.
    std::stable_sort(plan_.runs.begin(), plan_.runs.end(),
                     [](const PlannedRun& a, const PlannedRun& b) { return a.round < b.round; });
    for (std::size_t i = 0; i < plan_.runs.size(); ++i) plan_.runs[i].number = i + 1;
    plan_.baseline = baseline();
    require_test();
    return std::move(plan_);
  }

 private:
  // The settings of all variants come first, then the variant's own, then those that a comparison makes.
  Recipe recipe_of(const Variant& variant, std::vector<std::string> own) const {
    std::vector<std::string> settings = options_.set;
    settings.insert(settings.end(), variant.settings.begin(), variant.settings.end());
    if (options_.budget > 0) own.push_back("training.minutes=" + std::to_string(options_.budget));
    settings.insert(settings.end(), own.begin(), own.end());
    Recipe recipe = read_options<Recipe>(text_, options_.recipe, settings);
    if (!options_.data.empty()) recipe.data.dir = options_.data;
    return recipe;
  }

  // Errors that would make a run fail are reported before the first run.
  static void require_trainable(const Recipe& recipe) {
    std::unique_ptr<Task> task = make_task(recipe.task);
    require_buildable(recipe, *task);
    for (const Corpus& corpus : train_corpora(recipe.data, task->columns())) corpus.open();
    dev_corpus(recipe.data, task->columns()).open();
    for (const std::string& file : task->input_files()) MappedFile{file};
  }

  void add_runs(std::size_t index) {
    const Variant& variant = plan_.variants[index];
    int64_t seeds = variant.seeds > 0 ? variant.seeds : options_.seeds;
    int64_t first = recipe_of(variant, {}).training.seed;
    for (int64_t k = 0; k < seeds; ++k) {
      std::string seed = std::to_string(first + k);
      Recipe recipe = recipe_of(variant, {"training.seed=" + seed});
      if (k == 0) require_trainable(recipe);
      if (plan_.runs.empty()) plan_.recipe = recipe;
      RunFiles files{fs::path(options_.out) / "runs" / (variant.slug + "-seed" + seed)};
      bool attends = std::visit([](const auto& o) { return o.attends(); }, recipe.model);
      plan_.runs.push_back({index, first + k, variant.name + ", seed " + seed, write_options(recipe), files,
                            static_cast<std::size_t>(k), attends, options_.gradients});
    }
  }

  std::size_t baseline() const {
    std::vector<std::string> names;
    for (const Variant& variant : plan_.variants) names.push_back(variant.name);
    if (options_.baseline.empty()) return 0;
    auto found = std::find(names.begin(), names.end(), options_.baseline);
    if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
    throw OptionError("heed compare: --baseline " + options_.baseline + ": expected one of " +
                      join_names(names, ", "));
  }

  void require_test() const {
    const Recipe& recipe = plan_.recipe;
    if (options_.test.empty()) return;
    open_records(options_.test, named_columns(recipe.data, make_task(recipe.task)->columns()));
  }

  const CompareOptions& options_;
  std::string text_;
  ComparePlan plan_;
};

}  // namespace

ComparePlan make_plan(const CompareOptions& options) {
  if (options.out.empty())
    throw OptionError("heed compare: --out DIR is missing: where to write runs and report");
  return Planner(options).plan();
}

void require_usable_output(const CompareOptions& options, const ComparePlan& plan) {
  fs::path out = options.out;
  if (fs::exists(out) && !fs::is_directory(out)) throw FileError(out.string() + " is not a directory");
  if (fs::exists(out) && !fs::is_empty(out) && !fs::is_directory(out / "runs"))
    throw OptionError(out.string() + " has files that are not a comparison's; choose another --out");
  if (options.overwrite) return;
  for (const PlannedRun& run : plan.runs) {
    if (!is_of_other_recipe(run)) continue;
    throw OptionError(run.files.folder.string() + " was trained from another recipe (" +
                      first_difference(read_file(run.files.recipe()), run.recipe) +
                      "); choose another --out, or --overwrite to train it again");
  }
}

bool is_of_other_recipe(const PlannedRun& run) {
  return fs::exists(run.files.recipe()) && read_file(run.files.recipe()) != run.recipe;
}

}  // namespace heed::cli
