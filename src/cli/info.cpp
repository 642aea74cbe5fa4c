#include <cstdio>
#include <nlohmann/json.hpp>

#include "cli/verbs.h"
#include "heed/base/command_line.h"
#include "heed/graph/graph.h"
#include "heed/graph/model_directory.h"
#include "heed/graph/safetensors.h"

namespace heed::cli {
namespace {

struct InfoOptions {
  std::string model;
  bool json = false;
  static void arguments(auto& o, auto&& f) { f("MODEL", o.model, "directory that 'heed train' wrote"); }
  static void fields(auto& o, auto&& f) { f("json", o.json, "print one JSON object"); }
};

nlohmann::ordered_json facts_of(const ModelDirectory& model) {
  Safetensors weights(model.file("model.safetensors"));
  nlohmann::ordered_json tensors = nlohmann::ordered_json::object();
  for (const TensorView& tensor : weights.tensors()) tensors[tensor.name] = tensor.shape;
  nlohmann::ordered_json graphs = nlohmann::ordered_json::object();
  for (const Graph& graph :
       graphs_from_json(model.read("model.graph.json"), model.file("model.graph.json").string())) {
    graphs[graph.name] = graph.nodes.size();
  }
  return {{"path", model.path().string()},
          {"format_version", model.format_version()},
          {"heed_version", model.heed_version()},
          {"task", model.facts().task},
          {"parameters", model.facts().parameters},
          {"updates", model.facts().updates},
          {"files", model.files()},
          {"graphs", graphs},
          {"tensors", tensors},
          {"recipe", model.read("recipe.yml")}};
}

void print(const nlohmann::ordered_json& facts) {
  for (const char* key : {"path", "format_version", "heed_version", "task", "parameters", "updates"}) {
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
  nlohmann::ordered_json facts = facts_of(ModelDirectory(options.model));
  if (options.json) {
    std::printf("%s\n", facts.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace).c_str());
  } else {
    print(facts);
  }
  return 0;
}

}  // namespace heed::cli
