// Types and shapes of all values of a graph, from those of its inputs and parameters: by the table of
// operations, before anything runs.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "heed/graph/graph.h"

namespace heed {

struct ValueType {
  Type type = Type::number;
  Shape shape;
  bool per_sentence = false;  // made once for each sentence, and not for each row of a step
  bool optional = false;      // an input of the graph that may be left unbound
};

using ValueTypes = std::map<std::string, ValueType>;
using ParameterShape = std::function<std::vector<int64_t>(const std::string& name)>;

// An InputError that names the operation if the shapes do not fit together, or an output is not what it is
// declared to be. `parameter_shape` throws if there is no such parameter.
ValueTypes infer(const Graph& graph, const ParameterShape& parameter_shape);

// The outputs of one node.
std::vector<ValueType> infer_node(const Node& node, const ValueTypes& values,
                                  const ParameterShape& parameter_shape);

// Declares the type and shape of every output as they are inferred: what a recorder does, and whoever writes
// a graph by hand.
void declare_outputs(Graph& graph, const ParameterShape& parameter_shape);

// One node while its outputs are inferred: what the shape rules of the table see.
class Inference {
 public:
  Inference(const Node& of, const ValueTypes& values, const ParameterShape& parameter_shape)
      : node(of), values_(values), parameter_shape_(parameter_shape) {}

  const Node& node;

  bool has(std::size_t i) const { return i < node.inputs.size() && !node.inputs[i].empty(); }
  const Shape& shape(std::size_t i) const;              // of a value
  Type type(std::size_t i) const;                       // of a value
  int64_t width(std::size_t i) const;                   // of a value's last dimension, which must be a number
  std::vector<int64_t> parameter(std::size_t i) const;  // its extents, each above zero
  int64_t integer(const char* name) const;
  double real(const char* name) const;
  std::string text(const char* name) const;

  // Refuses the node with what was expected, and the shapes that were found.
  void require(bool holds, const std::string& expected) const;
  // Input i is a mask of the first two dimensions of input `of`.
  void require_mask(std::size_t i, std::size_t of) const;
  // The parameter i, where it is given, has these extents.
  void require_parameter(std::size_t i, const std::vector<int64_t>& extents) const;

  // The next output.
  void make(Shape shape, Type type = Type::number);

  // The rest is infer()'s own.
  void check_inputs() const;  // kinds, types and ranks, by the table
  const std::vector<ValueType>& made() const { return made_; }

 private:
  const ValueTypes& values_;
  const ParameterShape& parameter_shape_;
  std::vector<ValueType> made_;
};

}  // namespace heed
