// Reads and writes model.graph.json, which docs/model-directory.md specifies.
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "heed/base/error.h"
#include "heed/base/json_depth.h"
#include "heed/graph/graph.h"

namespace heed {
namespace {

using Json = nlohmann::ordered_json;

constexpr int64_t kFormat = 2;
constexpr std::array kOrigins = {"ids",   "numbers", "mask",  "part", "copies",
                                 "token", "encode",  "state", "given"};
constexpr std::array kUses = {"memory", "state", "log_probs", "attention", "begin", "array", "evidence"};

template <class Enum, class Names>
Enum named(const Names& names, const std::string& name, const char* what) {
  auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end())
    throw InputError(std::string("expected ") + what + ", found '" + name.substr(0, 60) + "'");
  return static_cast<Enum>(found - names.begin());
}

Json to_json(const Attribute& attribute) {
  return std::visit([](const auto& value) { return Json(value); }, attribute);
}

Attribute attribute_from_json(const Json& json) {
  if (json.is_number_integer()) return json.get<int64_t>();
  if (json.is_number()) return json.get<double>();
  return json.get<std::string>();
}

// A dimension without axes is a JSON number, so that other programs can read it without a parser for
// dimensions.
Json to_json(const Shape& shape) {
  Json json = Json::array();
  for (const Dim& dim : shape) json.push_back(dim.is_number() ? Json(dim.factor) : Json(to_text(dim)));
  return json;
}

Shape shape_from_json(const Json& json) {
  constexpr std::size_t kMostDims = 8;
  Shape shape;
  for (const Json& dim : json)
    shape.push_back(
        dim_from_text(dim.is_number() ? std::to_string(dim.get<int64_t>()) : dim.get<std::string>()));
  if (!json.is_array() || shape.empty() || shape.size() > kMostDims)
    throw InputError("expected a shape of 1 to 8 dimensions, found " + std::to_string(shape.size()));
  return shape;
}

Json to_json(const InputPort& input) {
  Json json = {{"name", input.name},
               {"type", to_text(input.type)},
               {"shape", to_json(input.shape)},
               {"from", kOrigins[static_cast<std::size_t>(input.origin)]}};
  if (!input.column.empty()) json["column"] = input.column;
  if (input.level != 0) json["level"] = input.level;
  if (input.per_sentence) json["per"] = "sentence";
  if (input.optional) json["optional"] = true;
  return json;
}

InputPort input_from_json(const Json& json) {
  InputPort input{json.at("name").get<std::string>(), type_from_text(json.at("type").get<std::string>()),
                  shape_from_json(json.at("shape")),
                  named<Origin>(kOrigins, json.at("from").get<std::string>(), "where an input comes from"),
                  json.value("column", "")};
  input.level = json.value("level", int64_t{0});
  std::string per = json.value("per", "row");
  if (per != "row" && per != "sentence")
    throw InputError("input '" + input.name + "': expected per row or sentence, found '" + per.substr(0, 60) +
                     "'");
  input.per_sentence = per == "sentence";
  input.optional = json.value("optional", false);
  return input;
}

Json to_json(const OutputPort& output) {
  Json json = {{"name", output.name},
               {"value", output.value},
               {"type", to_text(output.type)},
               {"shape", to_json(output.shape)},
               {"use", kUses[static_cast<std::size_t>(output.use)]}};
  if (output.use == Use::attention || output.use == Use::begin)
    json["block"] = {{"part", output.block.part},
                     {"layer", output.block.layer},
                     {"rows", output.block.rows},
                     {"columns", output.block.columns}};
  return json;
}

OutputPort output_from_json(const Json& json) {
  OutputPort output{json.at("name").get<std::string>(), json.at("value").get<std::string>(),
                    type_from_text(json.at("type").get<std::string>()), shape_from_json(json.at("shape")),
                    named<Use>(kUses, json.at("use").get<std::string>(), "what an output is used for")};
  if (output.use == Use::attention || output.use == Use::begin) {
    const Json& block = json.at("block");
    output.block = {block.at("part").get<std::string>(), block.at("layer").get<int64_t>(),
                    block.at("rows").get<std::string>(), block.at("columns").get<std::string>()};
  }
  return output;
}

Json to_json(const Node& node) {
  Json json = {{"op", node.op}, {"inputs", node.inputs}, {"outputs", node.outputs}};
  for (const auto& [name, value] : node.attributes) json["attributes"][name] = to_json(value);
  return json;
}

Node node_from_json(const Json& json) {
  Node node{json.at("op").get<std::string>(),
            json.at("inputs").get<std::vector<std::string>>(),
            json.at("outputs").get<std::vector<std::string>>(),
            {}};
  if (!json.contains("attributes")) return node;
  for (const auto& [name, value] : json["attributes"].items())
    node.attributes[name] = attribute_from_json(value);
  return node;
}

Json to_json(const Graph& graph) {
  Json inputs = Json::array(), nodes = Json::array(), outputs = Json::array();
  for (const InputPort& input : graph.inputs) inputs.push_back(to_json(input));
  for (const Node& node : graph.nodes) nodes.push_back(to_json(node));
  for (const OutputPort& output : graph.outputs) outputs.push_back(to_json(output));
  return {{"name", graph.name},
          {"inputs", inputs},
          {"parameters", graph.parameters},
          {"nodes", nodes},
          {"outputs", outputs}};
}

Graph graph_from_json(const Json& json) {
  Graph graph;
  graph.name = json.at("name").get<std::string>();
  for (const Json& input : json.at("inputs")) graph.inputs.push_back(input_from_json(input));
  graph.parameters = json.at("parameters").get<std::vector<std::string>>();
  for (const Json& node : json.at("nodes")) graph.nodes.push_back(node_from_json(node));
  for (const Json& output : json.at("outputs")) graph.outputs.push_back(output_from_json(output));
  return graph;
}

}  // namespace

std::string graphs_to_json(std::span<const Graph> graphs) {
  Json list = Json::array();
  for (const Graph& graph : graphs) list.push_back(to_json(graph));
  return Json{{"format", kFormat}, {"graphs", list}}.dump(1) + "\n";
}

std::vector<Graph> graphs_from_json(std::string_view text, const std::string& where) {
  try {
    std::vector<Graph> graphs;
    if (is_nested_too_deeply(text)) throw InputError("it is nested too deeply");
    Json root = Json::parse(text);
    if (root.is_array())
      throw FileError(
          where +
          " was written by Heed 0.1 before graphs declared their inputs and outputs (format 1); "
          "this program reads format 2: run a model directory with --engine torch, train the model "
          "again, or run it with that version");
    int64_t format = root.at("format").get<int64_t>();
    if (format != kFormat)
      throw FileError(where + ": expected a graph file of format 2, found format " + std::to_string(format) +
                      "; it was written by a newer version of heed");
    for (const Json& json : root.at("graphs")) {
      graphs.push_back(graph_from_json(json));
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
