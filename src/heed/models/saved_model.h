// A model as it lies on disk, ready to run; and the way to put one there.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "heed/graph/model_directory.h"
#include "heed/graph/safetensors.h"
#include "heed/models/registry.h"

namespace heed {

// The sections of a recipe that a model is made from; `data` and `training` are only needed to train.
struct ModelRecipe {
  TaskOptions task;
  ModelOptions model;
  SearchOptions search;
  static void fields(auto& o, auto&& f) {
    f("task", o.task, "what is learnt");
    f("model", o.model, "what learns it");
    f("search", o.search, "how outputs are found");
  }
  void check() const { require_valid(search); }
};

// Reads and checks the directory; a damaged or newer model is refused with the reason.
class SavedModel {
 public:
  // With others of the same vocabularies it is an ensemble; task and recipe are the first's.
  explicit SavedModel(const fs::path& path, std::span<const std::string> others = {});

  const ModelRecipe& recipe() const { return recipe_; }
  const Task& task() const { return *task_; }
  Model& model() { return *model_; }
  // Whether there is attention to be seen.
  bool attends() const { return !model_->generator() || model_->generator()->attends(); }
  bool reads_by_attention() const { return model_->generator() && model_->generator()->reads_by_attention(); }
  // One input, with the recipe's own search options.
  Prediction predict(const std::string& source);
  // Examples in numbers, run, and read back. `records` need only their source column; their second one is
  // what `options.given` scores and `options.prefix` begins with.
  std::vector<Prediction> predict(std::span<const Record> records, const PredictOptions& options);

 private:
  void add_members(const fs::path& path, std::span<const std::string> others);

  ModelRecipe recipe_;
  std::unique_ptr<Task> task_;
  std::unique_ptr<Parameters> parameters_;
  std::unique_ptr<Model> model_;
  std::vector<std::unique_ptr<SavedModel>> others_;
  std::unique_ptr<Predictor> predictor_;
};

// The graphs, recorded twice with different sizes and found equal.
std::vector<Graph> recorded_graphs(Model& model);

// The bytes of model.safetensors.
std::string tensors_to_bytes(const NamedTensors& tensors,
                             const std::map<std::string, std::string>& metadata = {});
// Copies of the file's tensors.
NamedTensors tensors_of(const Safetensors& file);

}  // namespace heed
