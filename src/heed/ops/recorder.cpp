#include "heed/ops/recorder.h"

#include <sstream>
#include <stdexcept>

#include "heed/graph/operation.h"

namespace heed {
namespace {

thread_local Recorder* active_recorder = nullptr;

const void* identity(const Tensor& tensor) {
  return tensor.unsafeGetTensorImpl();
}

}  // namespace

Recorder::Recorder(std::string graph_name, const NamedTensors& parameters) {
  if (active_recorder != nullptr) throw std::logic_error("a graph is being recorded on this thread already");
  graph_.name = std::move(graph_name);
  for (const auto& [name, tensor] : parameters) {
    parameters_[identity(tensor)] = name;
    by_name_[name] = tensor;
    kept_.push_back(tensor);
  }
  active_recorder = this;
}

Recorder::~Recorder() {
  active_recorder = nullptr;
}

Recorder* Recorder::active() {
  return active_recorder;
}

void Recorder::input(InputPort port, const Tensor& tensor) {
  types_[port.name] = {port.type, port.shape, port.per_sentence, port.optional};
  require_type(port.name, types_[port.name], tensor);
  values_[identity(tensor)] = port.name;
  graph_.inputs.push_back(std::move(port));
  kept_.push_back(tensor);
}

void Recorder::output(const std::string& name, const Tensor& tensor, Use use, const AttentionBlock& block) {
  std::string value = value_of(tensor, "the graph's end");
  const ValueType& type = type_of(tensor);
  graph_.outputs.push_back({name, value, type.type, type.shape, use, block});
}

const ValueType& Recorder::type_of(const Tensor& tensor) const {
  return types_.at(values_.at(identity(tensor)));
}

std::vector<int64_t> Recorder::parameter_shape(const std::string& name) const {
  return by_name_.at(name).sizes().vec();
}

// Requires that a tensor has the type and shape in the table. An axis that is new gets its extent from it.
void Recorder::require_type(const std::string& name, const ValueType& type, const Tensor& tensor) {
  auto refuse = [&] {
    std::ostringstream found;
    found << tensor.scalar_type() << tensor.sizes();
    throw std::logic_error("graph " + graph_.name + ": '" + name + "' is " + to_text(type.type) +
                           to_text(type.shape) + " by the table of operations, and " + found.str() +
                           " by libtorch");
  };
  at::ScalarType scalar = tensor.scalar_type();
  bool is_type = type.type == Type::flag    ? scalar == at::kBool
                 : type.type == Type::index ? scalar == at::kLong || scalar == at::kInt
                                            : at::isFloatingType(scalar);
  if (!is_type || tensor.dim() != static_cast<int64_t>(type.shape.size())) refuse();
  for (std::size_t i = 0; i < type.shape.size(); ++i) {
    const Dim& dim = type.shape[i];
    int64_t extent = tensor.size(static_cast<int64_t>(i)), expected = dim.factor;
    for (const GraphAxis& axis : dim.axes) {
      if (!extents_.contains(axis.base) && dim.is_axis() && axis.divisor == 1)
        extents_[axis.base] = extent - axis.plus;
      expected *= axis.at(extents_.at(axis.base));
    }
    if (extent != expected) refuse();
  }
}

std::string Recorder::value_of(const Tensor& tensor, const char* op) {
  if (!tensor.defined()) return "";
  auto value = values_.find(identity(tensor));
  if (value != values_.end()) return value->second;
  auto parameter = parameters_.find(identity(tensor));
  if (parameter == parameters_.end()) {
    throw std::logic_error("graph " + graph_.name + ": an input of " + op +
                           " was made by an operation outside ops/");
  }
  graph_.parameters.push_back(parameter->second);
  values_[identity(tensor)] = parameter->second;
  return parameter->second;
}

void Recorder::node(const char* op, std::initializer_list<Tensor> inputs,
                    std::initializer_list<Tensor> outputs, std::map<std::string, Attribute> attributes) {
  node(op, std::vector<Tensor>(inputs), std::vector<Tensor>(outputs), std::move(attributes));
}

void Recorder::node(const char* op, const std::vector<Tensor>& inputs, const std::vector<Tensor>& outputs,
                    std::map<std::string, Attribute> attributes) {
  Node node{op, {}, {}, std::move(attributes)};
  for (const Tensor& tensor : inputs) node.inputs.push_back(value_of(tensor, op));
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    // Values are numbered independently of nodes, so that names do not depend on how many outputs a node has.
    std::size_t made = values_.size() - graph_.parameters.size() - graph_.inputs.size();
    node.outputs.push_back("%" + std::to_string(made + i));
  }
  check_node(node);
  ParameterShape shapes = [this](const std::string& name) { return parameter_shape(name); };
  std::vector<ValueType> made = infer_node(node, types_, shapes);
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    require_type(node.outputs[i], made[i], outputs[i]);
    types_[node.outputs[i]] = made[i];
    values_[identity(outputs[i])] = node.outputs[i];
    kept_.push_back(outputs[i]);
  }
  graph_.nodes.push_back(std::move(node));
}

Graph Recorder::finish() const {
  check_graph(graph_);
  return graph_;
}

}  // namespace heed
