#include "heed/engine/model.h"

#include "heed/base/error.h"
#include "heed/engine/weight_stores.h"

namespace heed::engine {
namespace {

// A packed file's precision is its own.
void require_precision(const PackedModel& model, Precision has, std::optional<Precision> asked) {
  if (!asked || *asked == has) return;
  throw OptionError("--precision: " + model.path().string() + " was exported as " + name_of(has) +
                    ", found " + name_of(*asked) + "; leave the option out, or export the model again");
}

}  // namespace

EngineModel::Stored EngineModel::open(const fs::path& path, const ModelOptions& options) {
  Stored stored;
  if (is_packed_model(path)) {
    auto packed = std::make_unique<PackedModel>(path);
    auto parameters = std::make_unique<PackedWeights>(*packed);
    require_precision(*packed, parameters->precision(), options.precision);
    if (!options.whole_vocabulary) stored.shortlist = parameters->shortlist();
    stored.files = std::move(packed);
    stored.parameters = std::move(parameters);
  } else {
    auto directory = std::make_unique<ModelDirectory>(path);
    stored.parameters =
        std::make_unique<DirectoryWeights>(*directory, options.precision.value_or(Precision::fp32));
    stored.files = std::move(directory);
  }
  return stored;
}

EngineModel::EngineModel(const fs::path& path, std::span<const std::string> others,
                         const ModelOptions& options)
    : EngineModel(open(path, options), others, options) {}

EngineModel::EngineModel(Stored stored, std::span<const std::string> others, const ModelOptions& options)
    : Runnable(*stored.files), stored_(std::move(stored)) {
  const ModelFiles& files = *stored_.files;
  std::vector<Graph> graphs =
      graphs_from_json(files.read("model.graph.json"), files.where("model.graph.json"));
  try {
    engine_ = std::make_unique<Engine>(graphs, *stored_.parameters, task().sizes(),
                                       task().search_tokens().unknown, stored_.shortlist);
  } catch (const InputError& error) {
    throw FileError(files.where("model.graph.json") + ": " + error.what());
  }
  std::vector<std::unique_ptr<Runnable>> members;
  for (const std::string& other : others)
    members.push_back(std::make_unique<EngineModel>(other, std::span<const std::string>(), options));
  run_by(*engine_, std::move(members));
}

}  // namespace heed::engine
