// A model as it lies on disk, ready to run; and the way to put one there.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "heed/graph/model_directory.h"
#include "heed/graph/safetensors.h"
#include "heed/models/registry.h"
#include "heed/tasks/runnable.h"

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

// Run by libtorch. Reads and checks the directory; a damaged or newer model is refused with the reason.
class SavedModel : public Runnable {
 public:
  // With others of the same vocabularies it is an ensemble; task and search options are the first's.
  explicit SavedModel(const fs::path& path, std::span<const std::string> others = {});

  Model& model() { return *model_; }
  std::vector<GradientAt> gradients(std::span<const Example> examples) override;

 private:
  SavedModel(const ModelDirectory& directory, std::span<const std::string> others);

  std::unique_ptr<Parameters> parameters_;
  std::unique_ptr<Model> model_;
};

// The graphs, recorded twice with different sizes and found equal.
std::vector<Graph> recorded_graphs(Model& model);

// The bytes of model.safetensors.
std::string tensors_to_bytes(const NamedTensors& tensors);
// The bytes of a file that carries a checksum of its own (Safetensors::require_seal).
std::string tensors_to_sealed_bytes(const NamedTensors& tensors,
                                    const std::map<std::string, std::string>& metadata = {});
// Copies of the file's tensors.
NamedTensors tensors_of(const Safetensors& file);

}  // namespace heed
