#include "heed/graph/graph.h"

#include <gtest/gtest.h>

#include "heed/base/error.h"
#include "message.h"

namespace heed {
namespace {

Graph small_graph() {
  Graph graph;
  graph.name = "g";
  graph.inputs = {"x"};
  graph.parameters = {"w"};
  graph.nodes = {
      {"linear", {"x", "w", ""}, {"%0"}, {}},
      {"normalise", {"%0"}, {"%1"}, {{"kind", std::string("softmax")}, {"scale", 0.1}, {"n", int64_t{3}}}}};
  graph.outputs = {{"y", "%1"}};
  return graph;
}

TEST(Graph, SurvivesItsFile) {
  std::vector<Graph> graphs = {small_graph(), small_graph()};
  EXPECT_EQ(graphs_from_json(graphs_to_json(graphs), "f"), graphs);
}

TEST(Graph, RefusesAValueUsedBeforeItIsMade) {
  Graph graph = small_graph();
  std::swap(graph.nodes[0], graph.nodes[1]);
  EXPECT_CONTAINS(message_of<InputError>([&] { check_graph(graph); }),
                  "uses the value '%0' before it is made");
  graph = small_graph();
  graph.nodes[1].outputs = {"x"};
  EXPECT_CONTAINS(message_of<InputError>([&] { check_graph(graph); }), "made twice");
  graph = small_graph();
  graph.outputs[0].second = "nothing";
  EXPECT_THROW(check_graph(graph), InputError);
}

TEST(Graph, RefusesAFileThatIsNone) {
  for (const char* text : {"", "{", "[{}]", "[3]", "{\"a\": 1}", "[{\"name\": 3}]"}) {
    EXPECT_THROW(graphs_from_json(text, "f"), FileError) << text;
  }
  std::string deep = std::string(200'000, '[') + std::string(200'000, ']');
  EXPECT_CONTAINS(message_of<FileError>([&] { graphs_from_json(deep, "f"); }), "nested too deeply");
}

}  // namespace
}  // namespace heed
