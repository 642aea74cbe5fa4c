// Infers the types and shapes of all values of a graph from those of its inputs and parameters, by the table
// of operations, before anything runs.
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
  bool per_sentence = false;  // computed once for each sentence, not for each row of a step
  bool optional = false;      // an input of the graph that may be left unbound
};

using ValueTypes = std::map<std::string, ValueType>;
using ParameterShape = std::function<std::vector<int64_t>(const std::string& name)>;

// Throws InputError, which names the operation, if shapes do not fit together or an output differs from its
// declaration. `parameter_shape` must throw if there is no such parameter.
ValueTypes infer(const Graph& graph, const ParameterShape& parameter_shape);

// Infers the outputs of one node.
std::vector<ValueType> infer_node(const Node& node, const ValueTypes& values,
                                  const ParameterShape& parameter_shape);

// Declares every output with its inferred type and shape, for recorders and for graphs written by hand.
void declare_outputs(Graph& graph, const ParameterShape& parameter_shape);

// A node whose outputs are being inferred, as the shape rules of the table see it.
class Inference {
 public:
  Inference(const Node& of, const ValueTypes& values, const ParameterShape& parameter_shape)
      : node(of), values_(values), parameter_shape_(parameter_shape) {}

  const Node& node;

  bool has(std::size_t i) const { return i < node.inputs.size() && !node.inputs[i].empty(); }
  const Shape& shape(std::size_t i) const;  // of a value
  Type type(std::size_t i) const;           // of a value
  int64_t width(std::size_t i) const;       // the last dimension of a value, which must be a number
  std::vector<int64_t> parameter(std::size_t i) const;  // the extents of a parameter, each positive
  int64_t integer(const char* name) const;
  double real(const char* name) const;
  std::string text(const char* name) const;

  // Refuses the node, with what was expected and the shapes that were found, unless `holds`.
  void require(bool holds, const std::string& expected) const;
  // Requires that input i is a mask of the first two dimensions of input `of`.
  void require_mask(std::size_t i, std::size_t of) const;
  // Requires that parameter i, if given, has these extents.
  void require_parameter(std::size_t i, const std::vector<int64_t>& extents) const;

  // Declares the next output.
  void make(Shape shape, Type type = Type::number);

  // The following is used by infer() only.
  void check_inputs() const;  // checks kinds, types and ranks by the table
  const std::vector<ValueType>& outputs() const { return outputs_; }

 private:
  const ValueTypes& values_;
  const ParameterShape& parameter_shape_;
  std::vector<ValueType> outputs_;
};

}  // namespace heed
