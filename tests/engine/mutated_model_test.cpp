// What a graph takes and puts out, parameters, and nodes that were not there.
#include <limits>

#include "engine/mutation.h"

namespace heed::engine {
namespace {

TEST_P(Mutation, OfWhatAGraphTakesAndPutsOut) {
  for (Graph& graph : graphs_) {
    const std::vector<std::string> names = names_of(graph);
    for (std::size_t i = 0; i < graph.outputs.size(); ++i) {
      auto outputs = graph.outputs;
      outputs.erase(outputs.begin() + static_cast<std::ptrdiff_t>(i));
      attempt_with(graph.outputs, outputs, graph.name + " without output " + graph.outputs[i].first);
      for (const std::string& name : names)
        attempt_with(graph.outputs[i].second, name,
                     graph.name + " " + graph.outputs[i].first + " is '" + name + "'");
      for (const char* name : {"", "nothing", "token", "mask", "weights"})
        attempt_with(graph.outputs[i].first, std::string(name), graph.name + " puts out '" + name + "'");
      outputs = graph.outputs;
      outputs.emplace_back(outputs[i].first, outputs[(i + 1) % outputs.size()].second);
      attempt_with(graph.outputs, outputs, graph.name + " puts out " + graph.outputs[i].first + " twice");
    }
    for (const char* special :
         {"weights", "begin", "encoder.weights0", "encoder.begin0", "encoder.weights1"}) {
      for (const std::string& name : names) {
        auto outputs = graph.outputs;
        outputs.insert(outputs.begin(), {special, name});
        attempt_with(graph.outputs, outputs, graph.name + " puts out '" + name + "' as " + special);
      }
    }
    for (auto* list : {&graph.inputs, &graph.parameters}) {
      for (std::size_t i = 0; i < list->size(); ++i) {
        std::vector<std::string> fewer = *list;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
        attempt_with(*list, fewer, graph.name + " without " + (*list)[i]);
      }
      for (const std::string& name : names_of(graphs_[0])) {
        std::vector<std::string> more = *list;
        more.push_back(name);
        attempt_with(*list, more, graph.name + " takes '" + name + "'");
      }
    }
  }
}

TEST_P(Mutation, OfAParametersShape) {
  for (const auto& [name, shape] : model_.shapes) {
    std::vector<std::vector<int64_t>> others = {{}, {0}, {1}, {shape[0], 1, 1}};
    for (std::size_t i = 0; i < shape.size(); ++i) {
      for (int64_t changed : {shape[i] - 1, shape[i] + 1, int64_t{0}, 2 * shape[i], int64_t{100}}) {
        others.push_back(shape);
        others.back()[i] = changed;
      }
      others.push_back(shape);
      others.back().erase(others.back().begin() + static_cast<std::ptrdiff_t>(i));
      others.push_back(shape);
      others.back().insert(others.back().begin() + static_cast<std::ptrdiff_t>(i), 1);
    }
    others.emplace_back(shape.rbegin(), shape.rend());
    for (const std::vector<int64_t>& other : others) {
      parameters_.set(name, other);
      attempt(name + " of other dimensions");
    }
    parameters_.set(name, shape);
  }
}

TEST_P(Mutation, OfNumbersThatAreNone) {
  for (float number :
       {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(), 3e38F}) {
    for (const auto& [name, shape] : model_.shapes) {
      auto* numbers = const_cast<float*>(parameters_.get(name).data);
      float kept = numbers[0];
      numbers[0] = number;
      EXPECT_TRUE(attempt(name + " with a number that is none"));
      run_some_steps(Engine(graphs_, parameters_, model_.sizes, kUnknown), {40, 33});
      numbers[0] = kept;
    }
  }
}

// Nodes of any operation over any values, one upon the other, until the graph is full of them and begins
// anew: what one maker lets pass another has to take.
TEST_P(Mutation, ByNodesOfAnyKind) {
  const std::vector<Graph> own = graphs_;
  std::vector<Node> templates;
  for (const HandMade& model : {attention_model(), windowed_model()}) {
    for (const Graph& graph : model.graphs)
      templates.insert(templates.end(), graph.nodes.begin(), graph.nodes.end());
  }
  Random random(3, "nodes");
  uint64_t draws = 0;
  auto below = [&](std::size_t count) { return static_cast<std::size_t>(random.below(draws++, count)); };
  for (int tries = 0; tries < 2000; ++tries) {
    if (tries % 100 == 0) graphs_ = own;
    Graph& graph = graphs_[below(2)];
    const std::vector<std::string> names = names_of(graph);
    Node node = templates[below(templates.size())];
    for (std::string& input : node.inputs) {
      bool known = std::find(names.begin(), names.end(), input) != names.end();
      if (!known || below(2) == 0) input = names[below(names.size())];
    }
    if (below(4) == 0) {
      std::vector<std::map<std::string, Attribute>> usual = attributes_of(node.op);
      node.attributes = usual[below(usual.size())];
    }
    for (std::size_t i = 0; i < node.outputs.size(); ++i)
      node.outputs[i] = "new" + std::to_string(tries) + "." + std::to_string(i);
    graph.nodes.push_back(node);
    if (!attempt(graph.name + " with a new " + node.op)) {
      graph.nodes.pop_back();
      continue;
    }
    auto outputs = graph.outputs;
    graph.outputs[below(outputs.size())].second = node.outputs[below(node.outputs.size())];
    if (!attempt(graph.name + " puts out that of a new " + node.op)) graph.outputs = outputs;
  }
  EXPECT_GT(ran_, 100);
}

}  // namespace
}  // namespace heed::engine
