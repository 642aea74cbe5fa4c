// Models that are wrong in one place: every input, attribute, operation, output and parameter of the models
// made by hand, changed in every way that a damaged or forged file could. Each is refused with the reason, or
// runs within its memory (which AddressSanitizer sees: `make sanitize`).
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "engine/apart.h"
#include "engine/attention_model.h"
#include "engine/windowed_model.h"
#include "heed/engine/operations.h"

namespace heed::engine {
namespace {

const std::vector<std::string> kOperations = {
    "activation",     "add",         "add_positions",   "band",           "band_begin",     "cell",
    "centre",         "concat",      "convolve",        "embedding",      "fold_queries",   "gather_band",
    "gather_mask",    "gaussian",    "gather_gaussian", "heads",          "keep_real",      "layer_norm",
    "lengths",        "linear",      "log_softmax",     "maxout",         "mean_over_time", "mix_copy",
    "neighbours",     "no_position", "no_weights",      "normalise",      "positions",      "recurrent",
    "scale",          "score_dot",   "score_additive",  "score_location", "shift",          "spread",
    "unfold_queries", "unit",        "weigh",           "zero_state"};

// Values an attribute may be found with.
const std::vector<Attribute> kAttributes = {int64_t{-1},
                                            int64_t{0},
                                            int64_t{1},
                                            int64_t{2},
                                            int64_t{3},
                                            int64_t{9999},
                                            int64_t{1} << 31,
                                            int64_t{1} << 62,
                                            std::numeric_limits<int64_t>::min(),
                                            std::numeric_limits<int64_t>::max(),
                                            0.0,
                                            -1.0,
                                            1e300,
                                            std::numeric_limits<double>::infinity(),
                                            std::numeric_limits<double>::quiet_NaN(),
                                            text(""),
                                            text("nothing"),
                                            text("gru"),
                                            text("gru_reset_before"),
                                            text("lstm"),
                                            text("peephole_lstm"),
                                            text("simple_tanh"),
                                            text("simple_relu"),
                                            text("softmax"),
                                            text("smoothing"),
                                            text("hard"),
                                            text("sparsemax"),
                                            text("top-k"),
                                            text("structured"),
                                            text("split"),
                                            text("join"),
                                            text("join_step"),
                                            text("median"),
                                            text("monotonic"),
                                            text("predicted"),
                                            text("forward"),
                                            text("tanh"),
                                            text("sigmoid")};

constexpr Sources kSources{2, 3, 8};
const std::vector<int32_t> kLookAt = {0, 1, 1, 0, 1};

class Mutation : public testing::TestWithParam<bool> {
 protected:
  // Refused, or run; true if it ran.
  bool attempt(const std::string& what) {
    ++tried_;
    try {
      Engine engine(graphs_, parameters_, model_.sizes, kUnknown);
      run_some_steps(engine, {3, 1});
      run_apart();
      ++ran_;
      return true;
    } catch (const InputError& error) {
      EXPECT_STRNE(error.what(), "") << what;
    } catch (const std::exception& error) {
      ADD_FAILURE() << what << ": " << error.what();
    }
    return false;
  }

  // Tries it with `changed` in the place of `part`.
  template <class T>
  void attempt_with(T& part, T changed, const std::string& what) {
    std::swap(part, changed);
    attempt(what);
    std::swap(part, changed);
  }

  // The same in memory in which every value is alone.
  void run_apart() const {
    Programs programs = Programs::of(graphs_, parameters_);
    auto rows = static_cast<int64_t>(kLookAt.size());
    Apart encode(programs.encode, kSources, kSources.sentences), step(programs.step, kSources, rows);
    MadeUpInputs inputs(kSources, rows);
    inputs.bind(encode.workspace);
    inputs.bind(step.workspace);
    encode.workspace.run(kSources.sizes(kSources.sentences));
    Handed handed(encode.workspace, step.workspace, kSources, kLookAt);
    step.workspace.prepare(kSources.sizes(kSources.sentences));
    step.workspace.run(kSources.sizes(rows), kLookAt);
  }

  static std::vector<std::string> names_of(const Graph& graph) {
    std::vector<std::string> names = {"", "nothing"};
    names.insert(names.end(), graph.inputs.begin(), graph.inputs.end());
    names.insert(names.end(), graph.parameters.begin(), graph.parameters.end());
    for (const Node& node : graph.nodes) names.insert(names.end(), node.outputs.begin(), node.outputs.end());
    return names;
  }

  // The attributes with which an operation occurs in either model.
  static std::vector<std::map<std::string, Attribute>> attributes_of(const std::string& op) {
    std::vector<std::map<std::string, Attribute>> found = {{}};
    for (const HandMade& model : {attention_model(), windowed_model()}) {
      for (const Graph& graph : model.graphs) {
        for (const Node& node : graph.nodes) {
          if (node.op == op && std::find(found.begin(), found.end(), node.attributes) == found.end())
            found.push_back(node.attributes);
        }
      }
    }
    return found;
  }

  static std::string told(const Graph& graph, std::size_t n) {
    return graph.name + " " + std::to_string(n) + " " + graph.nodes[n].op + " ";
  }

  HandMade model_ = GetParam() ? windowed_model() : attention_model();
  std::vector<Graph> graphs_ = model_.graphs;
  OwnParameters parameters_ = model_.parameters();
  int tried_ = 0, ran_ = 0;
};

TEST_P(Mutation, OfNothingRuns) {
  EXPECT_TRUE(attempt("whole"));
}

TEST(Operations, OccurInTheModelsMadeByHand) {
  std::set<std::string> used;
  for (const HandMade& model : {attention_model(), windowed_model()}) {
    for (const Graph& graph : model.graphs) {
      for (const Node& node : graph.nodes) used.insert(node.op);
    }
  }
  EXPECT_EQ(used, std::set<std::string>(kOperations.begin(), kOperations.end()));
  for (const std::string& op : kOperations) EXPECT_NO_THROW(maker_of(op));
  EXPECT_THROW(maker_of("nothing"), InputError);
}

TEST_P(Mutation, OfAnInput) {
  for (Graph& graph : graphs_) {
    const std::vector<std::string> names = names_of(graph);
    for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
      std::vector<std::string>& inputs = graph.nodes[n].inputs;
      for (std::size_t i = 0; i < inputs.size(); ++i) {
        for (const std::string& name : names)
          attempt_with(inputs[i], name, told(graph, n) + std::to_string(i) + " is '" + name + "'");
        std::vector<std::string> fewer = inputs;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
        attempt_with(inputs, fewer, told(graph, n) + "without " + std::to_string(i));
      }
      for (const char* name : {"", "nothing", "mask", "token"}) {
        std::vector<std::string> more = inputs;
        more.push_back(name);
        attempt_with(inputs, more, told(graph, n) + "also of '" + name + "'");
      }
    }
  }
  EXPECT_GT(ran_, 0);
}

TEST_P(Mutation, OfAnAttribute) {
  for (Graph& graph : graphs_) {
    for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
      auto& attributes = graph.nodes[n].attributes;
      for (const auto& [name, value] : std::map(attributes)) {
        auto without = attributes;
        without.erase(name);
        attempt_with(attributes, without, told(graph, n) + "without " + name);
        for (std::size_t i = 0; i < kAttributes.size(); ++i)
          attempt_with(attributes[name], kAttributes[i], told(graph, n) + name + " " + std::to_string(i));
      }
    }
  }
  EXPECT_GT(ran_, 0);
}

TEST_P(Mutation, OfAnOperation) {
  for (const std::string& op : kOperations) {
    std::vector<std::map<std::string, Attribute>> usual = attributes_of(op);
    for (Graph& graph : graphs_) {
      for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
        Node changed = graph.nodes[n];
        changed.op = op;
        attempt_with(graph.nodes[n], changed, told(graph, n) + "is " + op);
        for (const auto& attributes : usual) {
          changed.attributes = attributes;
          attempt_with(graph.nodes[n], changed, told(graph, n) + "is a usual " + op);
        }
      }
    }
  }
}

TEST_P(Mutation, OfANodesPlaceAndOutputs) {
  for (Graph& graph : graphs_) {
    const std::vector<std::string> names = names_of(graph);
    for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
      std::vector<Node> nodes = graph.nodes;
      nodes.erase(nodes.begin() + static_cast<std::ptrdiff_t>(n));
      attempt_with(graph.nodes, nodes, told(graph, n) + "left out");
      nodes = graph.nodes;
      nodes.push_back(nodes[n]);
      attempt_with(graph.nodes, nodes, told(graph, n) + "twice");
      nodes = graph.nodes;
      std::swap(nodes[n], nodes[(n + 1) % nodes.size()]);
      attempt_with(graph.nodes, nodes, told(graph, n) + "one later");
      std::vector<std::string>& outputs = graph.nodes[n].outputs;
      for (std::size_t i = 0; i < outputs.size(); ++i) {
        for (const std::string& name : names)
          attempt_with(outputs[i], name, told(graph, n) + "makes '" + name + "'");
        std::vector<std::string> fewer = outputs;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
        attempt_with(outputs, fewer, told(graph, n) + "makes less");
      }
      std::vector<std::string> more = outputs;
      more.push_back("more");
      attempt_with(outputs, more, told(graph, n) + "makes more");
    }
  }
}

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

INSTANTIATE_TEST_SUITE_P(Models, Mutation, testing::Bool(),
                         [](const auto& one) { return one.param ? "Windowed" : "Attention"; });

}  // namespace
}  // namespace heed::engine
