// Every input, attribute, operation and place of a node.
#include "engine/mutation.h"

#include <limits>

#include "heed/engine/operations.h"
#include "heed/graph/operation.h"

namespace heed::engine {
namespace {

// All of the table that graphs are recorded with.
std::vector<std::string> recorded_operations() {
  std::vector<std::string> names;
  for (const Operation& op : operations())
    if (op.recorded) names.emplace_back(op.name);
  return names;
}

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

TEST_P(Mutation, OfNothingRuns) {
  EXPECT_TRUE(attempt("whole"));
}

TEST(Operations, OccurInTheModelsMadeByHand) {
  std::set<std::string> used;
  for (const HandMade& model : hand_made_models()) {
    for (const Graph& graph : model.graphs) {
      for (const Node& node : graph.nodes) used.insert(node.op);
    }
  }
  const std::vector<std::string> known = recorded_operations();
  EXPECT_EQ(used, std::set<std::string>(known.begin(), known.end()));
  for (const Operation& op : operations()) EXPECT_NO_THROW(maker_of(op.name));
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
  for (const std::string& op : recorded_operations()) {
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

std::string name_of_model(const testing::TestParamInfo<std::size_t>& info) {
  const char* names[] = {"Attention", "Windowed", "Cached", "Pair", "Frames", "Document", "Label"};
  return names[info.param];
}

INSTANTIATE_TEST_SUITE_P(Models, Mutation, testing::Range<std::size_t>(0, 7), name_of_model);

}  // namespace
}  // namespace heed::engine
