// A model as a small typed graph: its operations with their order, inputs and outputs. The graph is recorded
// while the model runs once, is saved beside the weights as model.graph.json, and contains all that an engine
// needs to run the model. docs/model-directory.md specifies the file.
//
// A model has the graph `forward` (one pass), or the graphs `encode` (run once for each batch of sentences)
// and `step` (run once for each generated token).
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
  std::vector<std::string> inputs;  // names of values; "" for an optional input that was not given
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
  token,    // the token that each row generated last
  encode,   // the output of the same name of the graph `encode`; every row uses that of its sentence
  // The output of the same name of the previous step, at first of the graph `encode`. A state with the axis
  // `steps` grows: it is empty at first, and each step returns it with one step more.
  state,
  given,  // a value that the caller binds by name
};

struct InputPort {
  std::string name;
  Type type = Type::number;
  Shape shape;
  Origin origin = Origin::given;
  std::string column = {};    // the column of the data, for ids, numbers, mask, part and copies
  bool per_sentence = false;  // several rows of a step may share one
  bool optional = false;      // may be left unbound; operations then treat it as an input that was not given
  int64_t level = 0;          // for a mask: 0: of the column's tokens, 1: of their parts, and so on
  bool operator==(const InputPort&) const = default;
};

// What the engine does with an output of a graph.
enum class Use {
  memory,     // passed to the input of the same name of `step`
  state,      // passed to the next step
  log_probs,  // [rows, vocabulary]: read by the search
  attention,  // weights [rows, heads, queries, keys], named by `block`
  begin,      // [rows, queries]: the column at which the weights of `block` begin
  array,      // returned to the caller of the graph
  // returned too: [rows, length, classes], what each element of an input adds to the score of each class
  evidence,
};

struct OutputPort {
  std::string name, value;
  Type type = Type::number;
  Shape shape;
  Use use = Use::array;
  AttentionBlock block = {};  // for attention and begin
  bool operator==(const OutputPort&) const = default;
};

// Values have names: inputs and outputs those that the model gives, parameters those in model.safetensors,
// and all others "%0", "%1", ….
struct Graph {
  std::string name;
  std::vector<InputPort> inputs;
  std::vector<std::string> parameters;  // in order of first use
  std::vector<Node> nodes;              // each after all nodes that it depends on
  std::vector<OutputPort> outputs;
  bool operator==(const Graph&) const = default;
};

// The output with this name. Throws InputError if there is none.
const OutputPort& output_named(const Graph& graph, const std::string& name);

// Throws InputError if a value is used before it is computed or is computed twice, if an output is never
// computed, or if an operation is unknown or has inputs, outputs or attributes that the table of operations
// does not allow. Shapes are checked by infer.h.
void check_graph(const Graph& graph);

std::string graphs_to_json(std::span<const Graph> graphs);
// Reads and checks graphs; `where` is the name of the file in errors.
std::vector<Graph> graphs_from_json(std::string_view text, const std::string& where);

}  // namespace heed
