#include "heed/ops/recorder.h"

#include <stdexcept>

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

void Recorder::input(const std::string& name, const Tensor& tensor) {
  graph_.inputs.push_back(name);
  values_[identity(tensor)] = name;
  kept_.push_back(tensor);
}

void Recorder::output(const std::string& name, const Tensor& tensor) {
  graph_.outputs.emplace_back(name, value_of(tensor, "the graph's end"));
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
  for (const Tensor& tensor : outputs) {
    // Numbered by what was made, not by node, so that the names say nothing about how many outputs a node
    // has.
    std::string name = "%" + std::to_string(values_.size() - graph_.parameters.size() - graph_.inputs.size());
    values_[identity(tensor)] = name;
    kept_.push_back(tensor);
    node.outputs.push_back(name);
  }
  graph_.nodes.push_back(std::move(node));
}

Graph Recorder::finish() const {
  check_graph(graph_);
  return graph_;
}

}  // namespace heed
