#include <cstdio>
#include <nlohmann/json.hpp>

#include "cli/verbs.h"
#include "heed/base/command_line.h"
#include "heed/engine/weight_stores.h"
#include "heed/graph/graph.h"
#include "heed/graph/model_directory.h"
#include "heed/graph/safetensors.h"

namespace heed::cli {
namespace {

struct InfoOptions {
  std::string model;
  bool json = false;
  static void arguments(auto& o, auto&& f) {
    f("MODEL", o.model, "directory written by 'heed train', or file written by 'heed export'");
  }
  static void fields(auto& o, auto&& f) { f("json", o.json, "print one JSON object"); }
};

using Json = nlohmann::ordered_json;

struct Weights {
  std::string precision;
  Json shapes = Json::object();
};

Weights weights_of(const ModelDirectory& model) {
  Weights weights{"fp32"};
  Safetensors file(model.file("model.safetensors"));
  for (const TensorView& tensor : file.tensors()) weights.shapes[tensor.name] = tensor.shape;
  return weights;
}

Weights weights_of(const PackedModel& model) {
  engine::PackedWeights parameters(model);
  Weights weights{engine::name_of(parameters.precision())};
  for (const auto& [name, shape] : parameters.shapes()) weights.shapes[name] = shape;
  return weights;
}

template <class Model>
Json facts_of(const Model& model) {
  Json graphs = Json::object();
  for (const Graph& graph :
       graphs_from_json(model.read("model.graph.json"), model.where("model.graph.json"))) {
    graphs[graph.name] = graph.nodes.size();
  }
  Weights weights = weights_of(model);
  return {{"path", model.path().string()},
          {"format_version", model.format_version()},
          {"heed_version", model.heed_version()},
          {"task", model.facts().task},
          {"parameters", model.facts().parameters},
          {"updates", model.facts().updates},
          {"precision", weights.precision},
          {"files", model.files()},
          {"graphs", graphs},
          {"tensors", weights.shapes},
          {"recipe", model.read("recipe.yml")}};
}

void print(const Json& facts) {
  for (const char* key :
       {"path", "format_version", "heed_version", "task", "parameters", "updates", "precision"}) {
    std::string text = facts[key].is_string() ? facts[key].get<std::string>() : facts[key].dump();
    std::printf("%-16s %s\n", key, text.c_str());
  }
  std::printf("\nfiles, in bytes\n");
  for (const auto& [name, size] : facts["files"].items()) {
    std::printf("  %-24s %s\n", name.c_str(), size.dump().c_str());
  }
  std::printf("\ntensors\n");
  for (const auto& [name, shape] : facts["tensors"].items()) {
    std::printf("  %-40s %s\n", name.c_str(), shape.dump().c_str());
  }
  std::printf("\nrecipe\n%s", facts["recipe"].get<std::string>().c_str());
}

}  // namespace

int info(Words words) {
  auto read = read_verb<InfoOptions>(kInfo, words);
  if (!read) return 0;
  InfoOptions& options = *read;
  Json facts = is_packed_model(options.model) ? facts_of(PackedModel(options.model))
                                              : facts_of(ModelDirectory(options.model));
  if (options.json) {
    std::printf("%s\n", facts.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace).c_str());
  } else {
    print(facts);
  }
  return 0;
}

}  // namespace heed::cli
