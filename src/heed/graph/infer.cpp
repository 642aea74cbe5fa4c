#include "heed/graph/infer.h"

#include <algorithm>
#include <cmath>

#include "heed/base/error.h"
#include "heed/graph/operation.h"

namespace heed {
namespace {

constexpr int64_t kLargest = int64_t{1} << 31;  // numbers of a value where every axis is 1

// Sizes are bounded, so that arithmetic on them cannot overflow.
void require_possible(const Graph& graph, const std::string& name, const Shape& shape) {
  double size = 1;
  for (const Dim& dim : shape) size = dim.factor > 0 ? size * static_cast<double>(dim.factor) : HUGE_VAL;
  if (size >= static_cast<double>(kLargest))
    throw InputError("the graph '" + graph.name + "' makes '" + name + "' " + to_text(shape) +
                     ", which is empty or larger than any model's");
}

void require_declared(const Graph& graph, const OutputPort& output, const ValueType& found) {
  if (output.type == found.type && output.shape == found.shape) return;
  throw InputError("the graph '" + graph.name + "': the output '" + output.name + "' is declared as " +
                   to_text(output.type) + " " + to_text(output.shape) + ", found " + to_text(found.type) +
                   " " + to_text(found.shape));
}

ValueTypes infer_values(const Graph& graph, const ParameterShape& parameter_shape) {
  check_graph(graph);
  ValueTypes values;
  for (const InputPort& input : graph.inputs) {
    require_possible(graph, input.name, input.shape);
    values[input.name] = {input.type, input.shape, input.per_sentence, input.optional};
  }
  for (const Node& node : graph.nodes) {
    std::vector<ValueType> made = infer_node(node, values, parameter_shape);
    for (std::size_t i = 0; i < node.outputs.size(); ++i) {
      require_possible(graph, node.outputs[i], made[i].shape);
      values[node.outputs[i]] = std::move(made[i]);
    }
  }
  return values;
}

const ValueType& value_of(const Graph& graph, const OutputPort& output, const ValueTypes& values) {
  auto found = values.find(output.value);
  if (found == values.end())
    throw InputError("the graph '" + graph.name + "': the output '" + output.name + "' is the parameter '" +
                     output.value + "'; expected a value that the graph makes");
  if (found->second.optional)
    throw InputError("the graph '" + graph.name + "': the output '" + output.name +
                     "' is the optional input '" + output.value + "', which may be missing");
  return found->second;
}

}  // namespace

std::vector<ValueType> infer_node(const Node& node, const ValueTypes& values,
                                  const ParameterShape& parameter_shape) {
  Inference inference(node, values, parameter_shape);
  inference.check_inputs();
  operation(node.op).infer(inference);
  std::vector<ValueType> made = inference.outputs();
  inference.require(made.size() == node.outputs.size(), std::to_string(made.size()) + " outputs");
  // A value that depends on sentences alone is computed once for each of them.
  bool per_sentence = true, any = false;
  for (const std::string& input : node.inputs) {
    auto found = values.find(input);
    if (found == values.end()) continue;
    any = true;
    per_sentence = per_sentence && found->second.per_sentence;
  }
  for (ValueType& one : made) one.per_sentence = any && per_sentence;
  return made;
}

ValueTypes infer(const Graph& graph, const ParameterShape& parameter_shape) {
  ValueTypes values = infer_values(graph, parameter_shape);
  for (const OutputPort& output : graph.outputs)
    require_declared(graph, output, value_of(graph, output, values));
  return values;
}

void declare_outputs(Graph& graph, const ParameterShape& parameter_shape) {
  ValueTypes values = infer_values(graph, parameter_shape);
  for (OutputPort& output : graph.outputs) {
    const ValueType& found = value_of(graph, output, values);
    output.type = found.type;
    output.shape = found.shape;
  }
}

const Shape& Inference::shape(std::size_t i) const {
  return values_.at(node.inputs[i]).shape;
}

Type Inference::type(std::size_t i) const {
  return values_.at(node.inputs[i]).type;
}

int64_t Inference::width(std::size_t i) const {
  const Dim& last = shape(i).back();
  require(last.is_number(), "vectors of a fixed width");
  return last.factor;
}

std::vector<int64_t> Inference::parameter(std::size_t i) const {
  std::vector<int64_t> extents = parameter_shape_(node.inputs[i]);
  double size = 1;
  for (int64_t extent : extents) {
    require(extent > 0 && extent < kLargest, "a parameter '" + node.inputs[i] + "' with numbers in it");
    size *= static_cast<double>(extent);
  }
  require(size < static_cast<double>(int64_t{1} << 40),
          "a parameter '" + node.inputs[i] + "' of a possible size");
  return extents;
}

int64_t Inference::integer(const char* name) const {
  return std::get<int64_t>(node.attributes.at(name));
}

double Inference::real(const char* name) const {
  return std::get<double>(node.attributes.at(name));
}

std::string Inference::text(const char* name) const {
  return std::get<std::string>(node.attributes.at(name));
}

void Inference::require(bool holds, const std::string& expected) const {
  if (holds) return;
  std::string found;
  for (std::size_t i = 0; i < node.inputs.size(); ++i) {
    auto value = values_.find(node.inputs[i]);
    if (value == values_.end()) continue;
    found += (found.empty() ? "" : ", ") + to_text(value->second.shape);
  }
  throw InputError(described(node) + ": expected " + expected + ", found " +
                   (found.empty() ? "none" : found) + "; the model's graph is damaged");
}

void Inference::require_mask(std::size_t i, std::size_t of) const {
  require(shape(i)[0] == shape(of)[0] && shape(i)[1] == shape(of)[1], "a mask of the input");
}

void Inference::require_parameter(std::size_t i, const std::vector<int64_t>& extents) const {
  require(!has(i) || parameter(i) == extents, "parameters whose sizes fit together");
}

void Inference::make(Shape shape, Type type) {
  outputs_.push_back({type, std::move(shape)});
}

void Inference::check_inputs() const {
  const Operation& op = operation(node.op);
  for (std::size_t i = 0; i < node.inputs.size(); ++i) {
    if (!has(i)) continue;
    const Argument& argument = op.inputs[std::min(i, op.inputs.size() - 1)];
    auto refuse = [&](const std::string& expected, const std::string& found) {
      throw InputError(described(node) + ", input " + std::to_string(i) + " ('" + argument.name +
                       "'): expected " + expected + ", found " + found + "; the model's graph is damaged");
    };
    std::string ranks = std::to_string(argument.least_rank);
    if (argument.most_rank != argument.least_rank) ranks += " to " + std::to_string(argument.most_rank);
    auto value = values_.find(node.inputs[i]);
    if (argument.is_parameter) {
      if (value != values_.end()) refuse("a parameter", "the value '" + node.inputs[i] + "'");
      std::size_t rank = parameter(i).size();
      if (rank < argument.least_rank || rank > argument.most_rank)
        refuse("a parameter of " + ranks + " dimensions", std::to_string(rank));
      continue;
    }
    if (value == values_.end()) refuse("a value", "the parameter '" + node.inputs[i] + "'");
    const ValueType& is = value->second;
    if (is.optional && !argument.optional)
      refuse("a value that is always there", "the optional input '" + node.inputs[i] + "'");
    if (is.type != argument.type || is.shape.size() < argument.least_rank ||
        is.shape.size() > argument.most_rank)
      refuse(to_text(argument.type) + "s of " + ranks + " dimensions",
             to_text(is.type) + "s " + to_text(is.shape));
  }
}

}  // namespace heed
