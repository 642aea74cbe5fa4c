// A model as a small typed graph: which operations, on which values, in which order. It is recorded while the
// model runs once, saved beside the weights as model.graph.json, and is all that an engine needs to run it.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace heed {

using Attribute = std::variant<int64_t, double, std::string>;

struct Node {
  std::string op;
  std::vector<std::string> inputs;  // values; "" where an optional input was not given
  std::vector<std::string> outputs;
  std::map<std::string, Attribute> attributes;
  bool operator==(const Node&) const = default;
};

// Values are named: inputs and outputs by the model, parameters as in model.safetensors, the rest "%0", "%1",
// ….
struct Graph {
  std::string name;
  std::vector<std::string> inputs;
  std::vector<std::string> parameters;                       // in the order of first use
  std::vector<Node> nodes;                                   // each after everything it needs
  std::vector<std::pair<std::string, std::string>> outputs;  // name and value
  bool operator==(const Graph&) const = default;
};

// Throws an InputError if a value is used before it is made, made twice, or an output was never made.
void check_graph(const Graph& graph);

std::string graphs_to_json(std::span<const Graph> graphs);
// Reads and checks; `where` names the file in errors.
std::vector<Graph> graphs_from_json(std::string_view text, const std::string& where);

}  // namespace heed
