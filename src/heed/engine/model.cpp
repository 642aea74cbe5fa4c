#include "heed/engine/model.h"

#include <algorithm>

#include "heed/base/error.h"
#include "heed/engine/weight_stores.h"

namespace heed::engine {
namespace {

// Throws an error if another precision than that of the packed file is asked for.
void require_precision(const PackedModel& model, Precision has, std::optional<Precision> asked) {
  if (!asked || *asked == has) return;
  throw OptionError("--precision: " + model.path().string() + " was exported as " + name_of(has) +
                    ", found " + name_of(*asked) + "; leave the option out, or export the model again");
}

}  // namespace

RunGraphs run_graphs(const std::vector<Graph>& graphs, const WeightStore& parameters, const Task& task,
                     std::optional<Shortlist> shortlist) {
  auto forward =
      std::find_if(graphs.begin(), graphs.end(), [](const Graph& graph) { return graph.name == "forward"; });
  RunGraphs run;
  if (forward != graphs.end()) {
    run.forward = std::make_unique<Forward>(*forward, parameters, task.schema());
    return run;
  }
  std::optional<SearchTokens> tokens = task.search_tokens();
  if (!tokens)
    throw InputError("expected the graph 'forward', which makes the output of the task " + task.name() +
                     " in one pass, found none");
  run.engine = std::make_unique<Engine>(graphs, parameters, task.schema(), tokens->unknown, shortlist);
  return run;
}

EngineModel::Stored EngineModel::open(const fs::path& path, const EngineOptions& options) {
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
                         const EngineOptions& options)
    : EngineModel(open(path, options), others, options) {}

EngineModel::EngineModel(Stored stored, std::span<const std::string> others, const EngineOptions& options)
    : Runnable(*stored.files), stored_(std::move(stored)) {
  const ModelFiles& files = *stored_.files;
  std::vector<Graph> graphs =
      graphs_from_json(files.read("model.graph.json"), files.where("model.graph.json"));
  try {
    RunGraphs run = run_graphs(graphs, *stored_.parameters, task(), stored_.shortlist);
    engine_ = std::move(run.engine);
    forward_ = std::move(run.forward);
  } catch (const InputError& error) {
    throw FileError(files.where("model.graph.json") + ": " + error.what());
  }
  std::vector<std::unique_ptr<Runnable>> members;
  for (const std::string& other : others)
    members.push_back(std::make_unique<EngineModel>(other, std::span<const std::string>(), options));
  if (engine_)
    run_by(*engine_, std::move(members));
  else
    run_by(*forward_, std::move(members));
}

}  // namespace heed::engine
