#include "heed/engine/model.h"

#include "heed/base/error.h"

namespace heed::engine {

class EngineModel::FileParameters : public Parameters {
 public:
  explicit FileParameters(const Safetensors& file) : file_(file) {}

  Parameter get(const std::string& name) const override {
    const TensorView& view = file_.get(name);
    if (view.dtype != "F32")
      throw FileError(file_.path().string() + ": expected '" + name + "' as F32, found " + view.dtype);
    if (reinterpret_cast<uintptr_t>(view.bytes.data()) % alignof(float) != 0)
      throw FileError(file_.path().string() + ": '" + name + "' does not begin at a whole number of floats");
    return {name, reinterpret_cast<const float*>(view.bytes.data()), view.shape};
  }

 private:
  const Safetensors& file_;
};

EngineModel::EngineModel(const fs::path& path, std::span<const std::string> others)
    : EngineModel(ModelDirectory(path), others) {}

EngineModel::EngineModel(const ModelDirectory& directory, std::span<const std::string> others)
    : Runnable(directory), weights_(directory.file("model.safetensors")) {
  fs::path file = directory.file("model.graph.json");
  std::vector<Graph> graphs = graphs_from_json(directory.read("model.graph.json"), file.string());
  try {
    engine_ = std::make_unique<Engine>(graphs, FileParameters(weights_), task().sizes(),
                                       task().search_tokens().unknown);
  } catch (const InputError& error) {
    throw FileError(file.string() + ": " + error.what());
  }
  std::vector<std::unique_ptr<Runnable>> members;
  for (const std::string& other : others) members.push_back(std::make_unique<EngineModel>(other));
  run_by(*engine_, std::move(members));
}

}  // namespace heed::engine
