// Loads a saved model that libtorch runs, and saves models.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "heed/graph/model_directory.h"
#include "heed/graph/safetensors.h"
#include "heed/models/registry.h"
#include "heed/run/runnable.h"
#include "heed/tasks/registry.h"

namespace heed {

// The sections of a recipe that determine a model. `data` and `training` are only needed for training.
struct ModelRecipe {
  TaskOptions task;
  ModelOptions model;
  SearchOptions search;
  static void fields(auto& o, auto&& f) {
    f("task", o.task, "the task: its data, vocabularies and metrics");
    f("model", o.model, "the model");
    f("search", o.search, "options of the search");
  }
  void check() const { require_valid(search); }
};

// A saved model that is run by libtorch. Reads and checks the directory; throws an error with the reason if
// the model is damaged or newer than this program.
class SavedModel : public Runnable {
 public:
  // With `others`, which must have the same vocabularies, it is an ensemble that uses the task and search
  // options of the first model.
  explicit SavedModel(const fs::path& path, std::span<const std::string> others = {});

  Model& model() { return *model_; }
  std::vector<GradientAt> gradients(std::span<const Example> examples, const std::string& input) override;

 private:
  SavedModel(const ModelDirectory& directory, std::span<const std::string> others);

  std::unique_ptr<Parameters> parameters_;
  std::unique_ptr<Model> model_;
};

// Records the graphs twice with different sizes and checks that they are equal.
std::vector<Graph> recorded_graphs(Model& model);

// The bytes of model.safetensors.
std::string tensors_to_bytes(const NamedTensors& tensors);
// The bytes of a safetensors file that contains a checksum of itself (Safetensors::require_seal).
std::string tensors_to_sealed_bytes(const NamedTensors& tensors,
                                    const std::map<std::string, std::string>& metadata = {});
// Copies the tensors of the file.
NamedTensors tensors_of(const Safetensors& file);

}  // namespace heed
