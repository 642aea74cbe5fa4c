// What a graph takes and puts out, parameters, and nodes that were not there.
#include <limits>

#include "engine/mutation.h"

namespace heed::engine {
namespace {

// Every declaration that a port could have instead of its own: types, axes, lengths that contradict each
// other, origins, uses, rows and sentences.
std::vector<Shape> other_shapes(const Shape& shape) {
  const std::vector<Dim> dims = {1,
                                 2,
                                 7,
                                 axes::kRows,
                                 axes::kSource,
                                 axes::kSteps,
                                 axes::kExtended,
                                 divided(axes::kSource, 2),
                                 longer(axes::kSteps, 1),
                                 Dim(GraphAxis{"nothing"}),
                                 axes::kRows * axes::kSource,
                                 axes::kRows * Dim(GraphAxis{"sentences"}),
                                 Dim(GraphAxis{"sentences"}),
                                 Dim(GraphAxis{"words"}),
                                 Dim(GraphAxis{"tokens"}),
                                 Dim(GraphAxis{"premise"})};
  std::vector<Shape> others = {{}, {1}, {axes::kRows}};
  for (std::size_t i = 0; i < shape.size(); ++i) {
    for (const Dim& dim : dims) {
      others.push_back(shape);
      others.back()[i] = dim;
    }
    others.push_back(shape);
    others.back().erase(others.back().begin() + static_cast<std::ptrdiff_t>(i));
    others.push_back(shape);
    others.back().insert(others.back().begin() + static_cast<std::ptrdiff_t>(i), Dim(1));
  }
  return others;
}

TEST_P(Mutation, OfAnInputsDeclaration) {
  for (Graph& graph : graphs_) {
    for (InputPort& port : graph.inputs) {
      const std::string what = graph.name + " takes " + port.name;
      for (const Shape& shape : other_shapes(port.shape))
        attempt_with(port.shape, shape, what + " of the shape " + to_text(shape));
      for (Type type : {Type::number, Type::flag, Type::index})
        attempt_with(port.type, type, what + " of a type");
      for (int origin = 0; origin <= static_cast<int>(Origin::given); ++origin)
        attempt_with(port.origin, static_cast<Origin>(origin), what + " from " + std::to_string(origin));
      for (const char* column : {"", "source", "text", "premise", "frames", "features", "nothing"})
        attempt_with(port.column, std::string(column), what + " of the column " + column);
      attempt_with(port.per_sentence, !port.per_sentence, what + " per row or sentence");
      attempt_with(port.optional, !port.optional, what + " always or not");
      for (int64_t level : {int64_t{-1}, int64_t{0}, int64_t{1}, int64_t{2}, int64_t{1} << 40})
        attempt_with(port.level, level, what + " of the level " + std::to_string(level));
      for (const std::string& name : names_of(graph)) attempt_with(port.name, name, what + " as " + name);
    }
    for (std::size_t i = 0; i < graph.inputs.size(); ++i) {
      std::vector<InputPort> inputs = graph.inputs;
      inputs.erase(inputs.begin() + static_cast<std::ptrdiff_t>(i));
      attempt_with(graph.inputs, inputs, graph.name + " without input " + std::to_string(i));
      inputs = graph.inputs;
      inputs.push_back(inputs[i]);
      attempt_with(graph.inputs, inputs, graph.name + " with input " + std::to_string(i) + " twice");
      inputs.back().name = "more";
      attempt_with(graph.inputs, inputs, graph.name + " with an input more like " + std::to_string(i));
    }
  }
}

TEST_P(Mutation, OfAnOutputsDeclaration) {
  for (Graph& graph : graphs_) {
    const std::vector<std::string> names = names_of(graph);
    for (std::size_t i = 0; i < graph.outputs.size(); ++i) {
      OutputPort& port = graph.outputs[i];
      const std::string what = graph.name + " puts out " + port.name;
      for (const Shape& shape : other_shapes(port.shape))
        attempt_with(port.shape, shape, what + " of the shape " + to_text(shape));
      for (Type type : {Type::number, Type::flag, Type::index})
        attempt_with(port.type, type, what + " of a type");
      for (int use = 0; use <= static_cast<int>(Use::array); ++use)
        attempt_with(port.use, static_cast<Use>(use), what + " for " + std::to_string(use));
      attempt_with(port.block, AttentionBlock{"nothing", -1, "", ""}, what + " of another block");
      for (const char* name : {"", "nothing", "token", "mask", "weights"})
        attempt_with(port.name, std::string(name), what + " as '" + name + "'");
      for (const std::string& name : names) {
        // As it is declared, and as it would be declared if that value were meant.
        attempt_with(port.value, name, what + " is '" + name + "'");
        OutputPort kept = port;
        port.value = name;
        try {
          declare_outputs(graph, [&](const std::string& own) { return parameters_.shape(own); });
          attempt(what + " is '" + name + "' and declared so");
        } catch (const InputError&) {
        }
        port = kept;
      }
      std::vector<OutputPort> outputs = graph.outputs;
      outputs.erase(outputs.begin() + static_cast<std::ptrdiff_t>(i));
      attempt_with(graph.outputs, outputs, what + " no more");
      outputs = graph.outputs;
      outputs.push_back(outputs[i]);
      attempt_with(graph.outputs, outputs, what + " twice");
      outputs.back().name = "more";
      attempt_with(graph.outputs, outputs, what + " twice, with another name");
    }
    std::vector<std::string> parameters = graph.parameters;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      std::vector<std::string> fewer = parameters;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      attempt_with(graph.parameters, fewer, graph.name + " without " + parameters[i]);
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
      if (graphs_.size() > 1) run_some_steps(Engine(graphs_, parameters_, model_.schema, kUnknown), {40, 33});
      numbers[0] = kept;
    }
  }
}

// Nodes of any operation over any values, one upon the other, until the graph is full of them and begins
// anew: what one maker lets pass another has to take.
TEST_P(Mutation, ByNodesOfAnyKind) {
  const std::vector<Graph> own = graphs_;
  std::vector<Node> templates;
  for (const HandMade& model : hand_made_models()) {
    for (const Graph& graph : model.graphs)
      templates.insert(templates.end(), graph.nodes.begin(), graph.nodes.end());
  }
  Random random(3, "nodes");
  uint64_t draws = 0;
  auto below = [&](std::size_t count) { return static_cast<std::size_t>(random.below(draws++, count)); };
  for (int tries = 0; tries < 2000; ++tries) {
    if (tries % 100 == 0) graphs_ = own;
    Graph& graph = graphs_[below(graphs_.size())];
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
    graph.outputs[below(outputs.size())].value = node.outputs[below(node.outputs.size())];
    try {
      declare_outputs(graph, [&](const std::string& name) { return parameters_.shape(name); });
      if (!attempt(graph.name + " puts out that of a new " + node.op)) graph.outputs = outputs;
    } catch (const InputError&) {
      graph.outputs = outputs;
    }
  }
  EXPECT_GT(ran_, 100);
}

}  // namespace
}  // namespace heed::engine
