#include "heed/training/first_weights.h"

#include "heed/base/error.h"
#include "heed/training/groups.h"

namespace heed {
namespace {

void require_searchable(const Model& model, const SearchOptions& search) {
  if (search.coverage_penalty <= 0 || !model.generator() || model.generator()->attends()) return;
  throw OptionError(
      "search.coverage_penalty: expected a model with attention, found one without; set it to 0");
}

void require_alignments(const Model& model, const DataOptions& data) {
  if (!model.wants_alignments() || gives_alignments(data)) return;
  throw OptionError(
      "model.guide.toward: alignment needs data that has one, found none; set data.train.0.alignment to a "
      "file of Moses lines, or guide to the diagonal");
}

void require_kernels(const TrainingOptions& options) {
  if (options.precision != "bf16" || options.fused) return;
  throw OptionError(
      "training.precision: bf16 is made by kernels, found training.fused: false; set it to true, or "
      "precision: fp32");
}

// Throws OptionError if the recipe has training options that a fitted model does not use.
void require_fittable(const Recipe& recipe) {
  if (!recipe.training.from.model.empty())
    throw OptionError(
        "training.from: this model has no gradients, and is made anew from the data; leave the option out");
}

// Builds the model, which asks `parameters` for what it needs. Returns true if the model is fitted.
bool build(const Recipe& recipe, const Task& task, Parameters& parameters) {
  require_kernels(recipe.training);
  std::unique_ptr<Model> model = make_model(recipe.model, task, Scope(parameters));
  require_searchable(*model, recipe.search);
  require_alignments(*model, recipe.data);
  rate_stretches(recipe.training.groups, FlatLayout(parameters.all()));  // refuses groups that match nothing
  if (model->fitted() != nullptr) require_fittable(recipe);
  return model->fitted() != nullptr;
}

}  // namespace

void require_buildable(const Recipe& recipe, const Task& task) {
  Parameters shapes = Parameters::shapes();
  build(recipe, task, shapes);
  if (!recipe.training.from.model.empty()) ModelDirectory{recipe.training.from.model};
}

FirstWeights first_weights(const Recipe& recipe, const Task& task, const std::string& from) {
  Parameters drawn = Parameters::draw(static_cast<uint64_t>(recipe.training.seed));
  bool fitted = build(recipe, task, drawn);
  FlatLayout layout(drawn.all());
  std::optional<TakenOver> taken;
  if (!from.empty()) taken = take_over(from, task, drawn);
  return {drawn.count(), layout, layout.flat(drawn.all()), std::move(taken), fitted};
}

}  // namespace heed
