// Operations that multiply with weights.
#include <algorithm>
#include <sstream>

#include "heed/graph/operations/cell_kinds.h"
#include "heed/graph/operations/constants.h"
#include "heed/graph/operations/groups.h"

namespace heed {
namespace {

void linear(Inference& node) {
  std::vector<int64_t> weight = node.parameter(1);
  node.require(weight[1] == node.width(0), "an input of the width " + std::to_string(weight[1]));
  node.require_parameter(2, {weight[0]});
  Shape shape = node.shape(0);
  shape.back() = weight[0];
  node.make(std::move(shape));
}

// Σ W_p x_p + bias + addends, where `at` holds the first column of W for each part.
void linear_of_parts(Inference& node) {
  std::vector<int64_t> weight = node.parameter(0);
  node.require_parameter(1, {weight[0]});
  std::istringstream at(node.text("at"));
  Shape shape = node.shape(3);
  for (std::size_t i = 3; i < node.node.inputs.size(); ++i) {
    int64_t first = -1, width = node.width(i);
    at >> first;
    at.ignore();
    node.require(first >= 0 && first % constants::kColumnStep == 0 && first <= weight[1] - width,
                 "parts that lie within the columns of the weights");
    Shape own = node.shape(i);
    own.back() = shape.back() = 1;
    node.require(own == shape, "parts that differ in nothing but their width");
  }
  shape.back() = weight[0];
  node.require(!node.has(2) || node.shape(2) == shape, "something of the output's shape to add");
  node.make(std::move(shape));
}

// W v_j for every token j of values [B,1,T,D], with the columns of W that begin at `at`; zero at padding. In
// int8 the products are rounded to eight bits, and four of them take the space of one float.
void linear_of_tokens(Inference& node) {
  std::vector<int64_t> weight = node.parameter(0);
  Shape shape = node.shape(1);
  int64_t first = node.integer("at");
  node.require(shape[1] == Dim{1}, "values of one head");
  if (node.has(2)) node.require(node.shape(2) == Shape{shape[0], shape[2]}, "a mask of the values' tokens");
  node.require(first % constants::kColumnStep == 0 && first <= weight[1] - node.width(1),
               "a part that lies within the columns of the weights");
  bool int8 = node.integer("int8") == 1;
  shape.back() = int8 ? constants::int8_vector_floats(weight[0]) : weight[0];
  node.make(std::move(shape));
}

// Checks the weights of a cell, which begin at input `first`; returns its width.
int64_t check_weights(Inference& node, const GraphCell& cell, std::size_t first) {
  std::vector<int64_t> hidden = node.parameter(first + 1);
  int64_t width = hidden[1], sums = cell.gates * width;
  node.require(hidden[0] == sums, "hidden weights of " + std::to_string(cell.gates) + " gates");
  if (node.has(first))
    node.require(node.parameter(first) == std::vector<int64_t>{sums, node.width(0)},
                 "input weights of the cell's gates and the input's width");
  else
    node.require(node.width(0) == sums, "the sums of the gates where there are no input weights");
  node.require_parameter(first + 2, {sums});
  node.require_parameter(first + 3, {sums});
  node.require_parameter(first + 4, {3 * width});
  node.require(node.has(first + 4) == cell.peephole,
               "peephole weights where the cell has them, and only there");
  return width;
}

void cell(Inference& node) {
  const GraphCell& cell = graph_cell(node.text("kind"));
  int64_t width = check_weights(node, cell, 1);
  Shape state = {node.shape(0)[0], width};
  constexpr std::size_t kFirstState = 6;
  node.require(node.node.inputs.size() == kFirstState + cell.states, std::to_string(cell.states) + " states");
  for (std::size_t s = 0; s < cell.states; ++s) {
    node.require(node.shape(kFirstState + s) == state, "states of the cell's width");
    node.make(state);
  }
}

void recurrent(Inference& node) {
  const GraphCell& cell = graph_cell(node.text("kind"));
  node.require_mask(1, 0);
  int64_t width = check_weights(node, cell, 2);
  const Shape& in = node.shape(0);
  node.make({in[0], in[1], width});
  for (std::size_t s = 0; s < cell.states; ++s) node.make({in[0], width});
}

}  // namespace

const GraphCell& graph_cell(const std::string& kind) {
  static const GraphCell kinds[] = {{"simple_tanh", 1, 1, false}, {"simple_relu", 1, 1, false},
                                    {"gru", 3, 1, false},         {"gru_reset_before", 3, 1, false},
                                    {"lstm", 4, 2, false},        {"peephole_lstm", 4, 2, true}};
  return *std::find_if(std::begin(kinds), std::end(kinds) - 1,
                       [&](const GraphCell& cell) { return cell.kind == kind; });
}

std::vector<Operation> product_operations() {
  AttributeRule kind =
      text("kind", {"simple_tanh", "simple_relu", "gru", "gru_reset_before", "lstm", "peephole_lstm"});
  Argument input = parameter("input_weight", 2), hidden = parameter("hidden_weight", 2);
  Argument input_bias = parameter("input_bias", 1), hidden_bias = parameter("hidden_bias", 1);
  Argument peephole = optional(parameter("peephole", 1));
  return {
      {"cell",
       {numbers("x", 2), optional(input), hidden, input_bias, hidden_bias, peephole, numbers("state", 2)},
       {kind},
       cell,
       1,
       2,
       true},
      {"linear", {numbers("x", 2, 8), parameter("weight", 2), optional(parameter("bias", 1))}, {}, linear},
      {"linear_of_parts",
       {parameter("weight", 2), optional(parameter("bias", 1)), optional(numbers("added", 2, 8)),
        numbers("part", 2, 8)},
       {text("at", {})},
       linear_of_parts,
       1,
       1,
       true,
       false},
      {"linear_of_tokens",
       {parameter("weight", 2), numbers("values", 4), optional(flags("mask", 2))},
       {integer("at", 0, std::numeric_limits<int32_t>::max()), integer("int8", 0, 1)},
       linear_of_tokens,
       1,
       1,
       false,
       false},
      {"recurrent",
       {numbers("x", 3), flags("mask", 2), input, hidden, input_bias, hidden_bias, peephole},
       {kind, text("direction", {"forward", "backward"})},
       recurrent,
       2,
       3},
  };
}

}  // namespace heed
