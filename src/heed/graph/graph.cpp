#include "heed/graph/graph.h"

#include <set>

#include "heed/base/error.h"
#include "heed/graph/operation.h"

namespace heed {

const OutputPort& output_named(const Graph& graph, const std::string& name) {
  for (const OutputPort& output : graph.outputs) {
    if (output.name == name) return output;
  }
  throw InputError("graph " + graph.name + ": expected an output '" + name + "', found none");
}

void check_graph(const Graph& graph) {
  std::set<std::string> made, names;
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
  for (const InputPort& input : graph.inputs) make(input.name);
  for (const std::string& value : graph.parameters) make(value);
  for (const Node& node : graph.nodes) {
    check_node(node);
    for (const std::string& value : node.inputs) {
      if (!value.empty()) use(value, node.op);
    }
    for (const std::string& value : node.outputs) make(value);
  }
  for (const OutputPort& output : graph.outputs) {
    use(output.value, "the output " + output.name);
    if (!names.insert(output.name).second)
      throw InputError("graph " + graph.name + ": the output '" + output.name + "' is declared twice");
  }
}

}  // namespace heed
