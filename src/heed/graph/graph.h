// A model as a small typed graph: which operations, on which values, in which order, and what goes in and
// comes out. It is recorded while the model runs once, saved beside the weights as model.graph.json, and is
// all that an engine needs to run it. docs/model-directory.md specifies the file.
//
// A model has the graph `forward` (one pass), or the graphs `encode` (once for each batch of sentences) and
// `step` (once for each token that is written).
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "heed/base/attention_block.h"
#include "heed/graph/shape.h"

namespace heed {

using Attribute = std::variant<int64_t, double, std::string>;

struct Node {
  std::string op;
  std::vector<std::string> inputs;  // values; "" where an optional input was not given
  std::vector<std::string> outputs;
  std::map<std::string, Attribute> attributes;
  bool operator==(const Node&) const = default;
};

// Where the engine takes an input of a graph from.
enum class Origin {
  ids,      // the token numbers of a column of the data, padded
  numbers,  // the vectors of a column of the data, padded: frames, features
  mask,     // the positions of a column that are not padding
  part,     // the number of the part (data/column.h) that each token of a column belongs to
  copies,   // the numbers of a column's tokens in the extended vocabulary
  token,    // the token that each row wrote last
  encode,   // the output of the same name of the graph `encode`; every row sees its sentence's
  // The output of the same name of the previous step, at first of the graph `encode`. A state with the axis
  // `steps` grows: it is empty at first, and each step hands back one step more.
  state,
  given,  // whatever the caller binds by name
};

struct InputPort {
  std::string name;
  Type type = Type::number;
  Shape shape;
  Origin origin = Origin::given;
  std::string column = {};    // of the data: of ids, numbers, mask, part and copies
  bool per_sentence = false;  // several rows of a step may see one
  bool optional = false;      // may be left unbound; an operation then sees an input that was not given
  int64_t level = 0;          // of a mask: 0 = of the column's tokens, 1 = of their parts, and so on
  bool operator==(const InputPort&) const = default;
};

// What the engine does with an output of a graph.
enum class Use {
  memory,     // handed to the input of the same name of `step`
  state,      // handed to the next step
  log_probs,  // [rows, vocabulary]: what search reads
  attention,  // weights [rows, heads, queries, keys], named by `block`
  begin,      // [rows, queries]: the column at which the weights of `block` begin
  array,      // handed to whoever runs the graph
};

struct OutputPort {
  std::string name, value;
  Type type = Type::number;
  Shape shape;
  Use use = Use::array;
  AttentionBlock block = {};  // of attention and begin
  bool operator==(const OutputPort&) const = default;
};

// Values are named: inputs and outputs by the model, parameters as in model.safetensors, the rest "%0", "%1",
// ….
struct Graph {
  std::string name;
  std::vector<InputPort> inputs;
  std::vector<std::string> parameters;  // in the order of first use
  std::vector<Node> nodes;              // each after everything it needs
  std::vector<OutputPort> outputs;
  bool operator==(const Graph&) const = default;
};

// The output of that name; an InputError if there is none.
const OutputPort& output_named(const Graph& graph, const std::string& name);

// Throws an InputError if a value is used before it is made, made twice, or an output was never made; if an
// operation is unknown, or has inputs, outputs or attributes that the table of operations does not allow.
// Shapes are infer.h's.
void check_graph(const Graph& graph);

std::string graphs_to_json(std::span<const Graph> graphs);
// Reads and checks; `where` names the file in errors.
std::vector<Graph> graphs_from_json(std::string_view text, const std::string& where);

}  // namespace heed
