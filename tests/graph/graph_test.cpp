#include "heed/graph/graph.h"

#include <gtest/gtest.h>

#include "heed/base/error.h"
#include "heed/graph/infer.h"
#include "message.h"

namespace heed {
namespace {

Graph small_graph() {
  Graph graph;
  graph.name = "g";
  graph.inputs = {{"x", Type::number, {axes::kRows, divided(axes::kSource, 4), 3}, Origin::given, "", true},
                  {"ids", Type::index, {axes::kRows, axes::kSource}, Origin::ids, "source"},
                  {"bias", Type::number, {axes::kRows, 5}, Origin::given, "", false, true}};
  graph.parameters = {"w"};
  graph.nodes = {{"linear", {"x", "w", ""}, {"%0"}, {}},
                 {"activation", {"%0"}, {"%1"}, {{"kind", std::string("tanh")}}},
                 {"shift", {"%1"}, {"%2"}, {{"by", 0.5}}}};
  graph.outputs = {{"y", "%1", Type::number, {axes::kRows, divided(axes::kSource, 4), 5}},
                   {"weights",
                    "%2",
                    Type::number,
                    {longer(axes::kSteps, 1)},
                    Use::attention,
                    {"decoder", 2, "target", "source"}}};
  return graph;
}

std::vector<int64_t> shape_of_w(const std::string&) {
  return {5, 3};
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
  graph.outputs[0].value = "nothing";
  EXPECT_THROW(check_graph(graph), InputError);
}

TEST(Graph, RefusesAFileThatIsNone) {
  for (const char* text : {"", "{", "[{}]", "[3]", "{\"a\": 1}", "[{\"name\": 3}]", "{\"format\": 2}",
                           "{\"format\": 3, \"graphs\": []}", "{\"format\": 2, \"graphs\": [{}]}"}) {
    EXPECT_THROW(graphs_from_json(text, "f"), FileError) << text;
  }
  std::string deep = std::string(200'000, '[') + std::string(200'000, ']');
  EXPECT_CONTAINS(message_of<FileError>([&] { graphs_from_json(deep, "f"); }), "nested too deeply");
}

TEST(Graph, OfAnOlderFormatIsRefusedWithTheVersionThatWroteIt) {
  EXPECT_CONTAINS(message_of<FileError>([&] { graphs_from_json("[]", "f"); }), "Heed 0.1");
  EXPECT_CONTAINS(message_of<FileError>([&] { graphs_from_json("[]", "f"); }), "format 1");
}

TEST(Graph, RefusesNodesThatTheTableDoesNotAllow) {
  auto refused = [](auto change) {
    Graph graph = small_graph();
    change(graph);
    return message_of<InputError>([&] { check_graph(graph); });
  };
  EXPECT_CONTAINS(refused([](Graph& g) { g.nodes[0].op = "nothing"; }), "does not know");
  EXPECT_CONTAINS(refused([](Graph& g) { g.nodes[0].inputs = {"x"}; }), "2 to 3 inputs, found 1");
  EXPECT_CONTAINS(refused([](Graph& g) { g.nodes[0].inputs[1] = ""; }),
                  "the input 'weight', which was left out");
  EXPECT_CONTAINS(refused([](Graph& g) { g.nodes[1].attributes["kind"] = std::string("cosh"); }),
                  "one of tanh, relu, sigmoid, found 'cosh'");
  EXPECT_CONTAINS(refused([](Graph& g) { g.nodes[1].attributes["kind"] = int64_t{1}; }), "to be a text");
  EXPECT_CONTAINS(refused([](Graph& g) { g.nodes[1].attributes.clear(); }), "the attribute 'kind'");
  EXPECT_CONTAINS(refused([](Graph& g) { g.nodes[1].attributes["more"] = 1.0; }), "no further attributes");
}

TEST(Graph, InfersTheShapesOfAllValues) {
  Graph graph = small_graph();
  declare_outputs(graph, shape_of_w);
  ValueTypes types = infer(graph, shape_of_w);
  EXPECT_EQ(to_text(types.at("%2").shape), "[rows, source/4, 5]");
  EXPECT_TRUE(types.at("%2").per_sentence) << "all that it needs is per sentence";
}

TEST(Graph, RefusesShapesThatDoNotFitTogetherAndOutputsThatAreNotAsDeclared) {
  Graph graph = small_graph();
  EXPECT_CONTAINS(message_of<InputError>([&] { infer(graph, shape_of_w); }),
                  "the output 'weights' is declared as number [steps+1], found number [rows, source/4, 5]");
  graph.inputs[0].shape.back() = 4;
  EXPECT_CONTAINS(
      message_of<InputError>([&] { infer(graph, shape_of_w); }),
      "operation 'linear' that makes '%0': expected an input of the width 3, found [rows, source/4, 4]");
  graph.inputs[0].type = Type::flag;
  EXPECT_CONTAINS(message_of<InputError>([&] { infer(graph, shape_of_w); }),
                  "input 0 ('x'): expected numbers of 2 to 8 dimensions, found flags [rows, source/4, 4]");
}

TEST(Shape, IsWrittenAndReadAsText) {
  for (const char* text :
       {"512", "rows", "source/4", "steps+1", "2*source", "rows*source", "4*rows*source/2+3"})
    EXPECT_EQ(to_text(dim_from_text(text)), text);
  for (const char* text :
       {"", "*", "0", "-1", "rows*", "*rows", "rows*rows", "source/", "source/1", "source+0", "rows*2",
        "Rows", "a b", "99999999999999", "source*rows", "source/2/2", "+1", "/2"})
    EXPECT_THROW(dim_from_text(text), InputError) << text;
}

TEST(Shape, OfADerivedAxisFollowsItsBase) {
  EXPECT_EQ(to_text(divided(divided(axes::kSource, 2), 3)), "source/6");
  Dim derived = longer(divided(axes::kSource, 4), 2);
  EXPECT_EQ(to_text(derived), "source/4+2");
  for (auto [length, extent] : {std::pair<int64_t, int64_t>{0, 2}, {1, 3}, {4, 3}, {5, 4}})
    EXPECT_EQ(derived.axes[0].at(length), extent);
  EXPECT_THROW(divided(derived, 2), InputError);
  EXPECT_THROW(axes::kSource * derived, InputError);
}

}  // namespace
}  // namespace heed
