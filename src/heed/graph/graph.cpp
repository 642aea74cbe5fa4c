#include "heed/graph/graph.h"

#include <nlohmann/json.hpp>
#include <set>

#include "heed/base/error.h"
#include "heed/base/json_depth.h"

namespace heed {
namespace {

using Json = nlohmann::ordered_json;

Json attribute_to_json(const Attribute& attribute) {
  return std::visit([](const auto& value) { return Json(value); }, attribute);
}

Attribute attribute_from_json(const Json& json) {
  if (json.is_number_integer()) return json.get<int64_t>();
  if (json.is_number()) return json.get<double>();
  return json.get<std::string>();
}

Json to_json(const Graph& graph) {
  Json nodes = Json::array();
  for (const Node& node : graph.nodes) {
    Json attributes = Json::object();
    for (const auto& [name, value] : node.attributes) attributes[name] = attribute_to_json(value);
    Json json = {{"op", node.op}, {"inputs", node.inputs}, {"outputs", node.outputs}};
    if (!attributes.empty()) json["attributes"] = attributes;
    nodes.push_back(json);
  }
  Json outputs = Json::array();
  for (const auto& [name, value] : graph.outputs) outputs.push_back({{"name", name}, {"value", value}});
  return {{"name", graph.name},
          {"inputs", graph.inputs},
          {"parameters", graph.parameters},
          {"nodes", nodes},
          {"outputs", outputs}};
}

Graph from_json(const Json& json) {
  Graph graph;
  graph.name = json.at("name").get<std::string>();
  graph.inputs = json.at("inputs").get<std::vector<std::string>>();
  graph.parameters = json.at("parameters").get<std::vector<std::string>>();
  for (const Json& entry : json.at("nodes")) {
    Node node{entry.at("op").get<std::string>(),
              entry.at("inputs").get<std::vector<std::string>>(),
              entry.at("outputs").get<std::vector<std::string>>(),
              {}};
    if (entry.contains("attributes")) {
      for (const auto& [name, value] : entry["attributes"].items()) {
        node.attributes[name] = attribute_from_json(value);
      }
    }
    graph.nodes.push_back(std::move(node));
  }
  for (const Json& output : json.at("outputs")) {
    graph.outputs.emplace_back(output.at("name").get<std::string>(), output.at("value").get<std::string>());
  }
  return graph;
}

}  // namespace

void check_graph(const Graph& graph) {
  std::set<std::string> made;
  auto make = [&](const std::string& value) {
    if (value.empty() || !made.insert(value).second) {
      throw InputError("graph " + graph.name + ": the value '" + value + "' is made twice or has no name");
    }
  };
  auto use = [&](const std::string& value, const std::string& user) {
    if (!made.contains(value)) {
      throw InputError("graph " + graph.name + ": " + user + " uses the value '" + value +
                       "' before it is made");
    }
  };
  for (const std::string& value : graph.inputs) make(value);
  for (const std::string& value : graph.parameters) make(value);
  for (const Node& node : graph.nodes) {
    for (const std::string& value : node.inputs) {
      if (!value.empty()) use(value, node.op);
    }
    for (const std::string& value : node.outputs) make(value);
  }
  for (const auto& [name, value] : graph.outputs) use(value, "the output " + name);
}

std::string graphs_to_json(std::span<const Graph> graphs) {
  Json json = Json::array();
  for (const Graph& graph : graphs) json.push_back(to_json(graph));
  return json.dump(1) + "\n";
}

std::vector<Graph> graphs_from_json(std::string_view text, const std::string& where) {
  try {
    std::vector<Graph> graphs;
    if (is_nested_too_deeply(text)) throw InputError("it is nested too deeply");
    Json root = Json::parse(text);
    if (!root.is_array()) throw FileError(where + " is not a graph file: expected a list of graphs");
    for (const Json& json : root) {
      graphs.push_back(from_json(json));
      check_graph(graphs.back());
    }
    return graphs;
  } catch (const Json::exception& error) {
    throw FileError(where + " is not a graph file: " + error.what());
  } catch (const InputError& error) {
    throw FileError(where + " is not a graph file: " + error.what());
  }
}

}  // namespace heed
