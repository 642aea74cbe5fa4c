#include "heed/engine/builder.h"

#include <algorithm>

#include "heed/base/error.h"
#include "heed/engine/operations.h"
#include "heed/graph/operation.h"

namespace heed::engine {

const Value& NodeBuilder::known(std::size_t i) const {
  return builder_.parts_.values[static_cast<std::size_t>(builder_.named_.at(node_.inputs[i]))];
}

ValueId NodeBuilder::value_or_growing(std::size_t i) const {
  if (!has(i)) return kNone;
  const Value& of = known(i);
  require(!of.of_sentence || builder_.of_sentence_ || of.shape[0] == axes::kRows,
          "one row for each sentence");
  ValueId id = builder_.named_.at(node_.inputs[i]);
  builder_.use(id);
  return id;
}

ValueId NodeBuilder::value(std::size_t i) const {
  ValueId id = value_if_bound(i);
  require(id == kNone || !builder_.types_.at(node_.inputs[i]).optional, "an input that is always given");
  return id;
}

ValueId NodeBuilder::value_if_bound(std::size_t i) const {
  ValueId id = value_or_growing(i);
  require(id == kNone || !known(i).grows, "an input that is no state that grows");
  return id;
}

ValueId NodeBuilder::own(std::size_t i) const {
  ValueId id = value(i);
  require(id == kNone || builder_.of_sentence_ || !known(i).of_sentence,
          "an input that each row has for itself");
  return id;
}

const Shape& NodeBuilder::shape(std::size_t i) const {
  return known(i).shape;
}

Parameter NodeBuilder::parameter(std::size_t i) const {
  return builder_.parameters_.get(node_.inputs[i]);
}

MatrixSize NodeBuilder::matrix(std::size_t i) const {
  std::vector<int64_t> shape = builder_.parameters_.shape(node_.inputs[i]);
  return {shape[0], shape[1]};
}

std::shared_ptr<const Product> NodeBuilder::product(std::size_t i) const {
  return product(i, 0, matrix(i).outputs);
}

std::shared_ptr<const Product> NodeBuilder::product(std::size_t i, int64_t first, int64_t rows) const {
  return builder_.parameters_.product(node_.inputs[i], first, {rows, matrix(i).inputs});
}

std::shared_ptr<const Table> NodeBuilder::table(std::size_t i) const {
  return builder_.parameters_.table(node_.inputs[i]);
}

const float* NodeBuilder::numbers(std::size_t i) const {
  return has(i) ? parameter(i).data : nullptr;
}

ValueId NodeBuilder::make() {
  const std::string& name = node_.outputs[next_output_++];
  return builder_.add_own(name, builder_.types_.at(name));
}

ValueId NodeBuilder::view(std::size_t input) {
  const std::string& name = node_.outputs[next_output_++];
  value_or_growing(input);
  const Value of = known(input);
  ValueId id = builder_.add(name, builder_.types_.at(name), of.storage);
  Value& view = builder_.parts_.values[static_cast<std::size_t>(id)];
  view.of_sentence = of.of_sentence;
  view.grows = of.grows;
  return id;
}

ValueId NodeBuilder::scratch(Shape shape, Type type) {
  return builder_.add_own("#" + std::to_string(builder_.parts_.values.size()),
                          {type, std::move(shape), builder_.of_sentence_});
}

void NodeBuilder::require(bool holds, const std::string& expected) const {
  if (!holds)
    throw InputError(described(node_) + ": expected " + expected + "; the model's graph is damaged");
}

Builder::Builder(const Graph& graph, const WeightStore& parameters, std::shared_ptr<Axes> axes)
    : graph_(graph),
      parameters_(parameters),
      types_(infer(graph, [&](const std::string& name) { return parameters.shape(name); })) {
  parts_.axes = axes ? std::move(axes) : std::make_shared<Axes>();
  parts_.declared_inputs = graph.inputs;
  parts_.declared_outputs = graph.outputs;
  for (const InputPort& input : graph.inputs) {
    auto storage = static_cast<int32_t>(parts_.first_use.size());
    parts_.first_use.push_back(Program::kAlways);
    parts_.last_use.push_back(Program::kAlways);
    ValueId id = add(input.name, types_.at(input.name), storage);
    parts_.inputs.emplace_back(input.name, id);
    const Shape& shape = input.shape;
    parts_.values[static_cast<std::size_t>(id)].grows =
        input.origin == Origin::state && shape.size() == 4 && shape[2] == axes::kSteps;
  }
}

ValueId Builder::add_own(const std::string& name, const ValueType& type) {
  auto storage = static_cast<int32_t>(parts_.first_use.size());
  parts_.first_use.push_back(step_);
  parts_.last_use.push_back(step_);
  return add(name, type, storage);
}

ValueId Builder::add(const std::string& name, const ValueType& type, int32_t storage) {
  auto id = static_cast<ValueId>(parts_.values.size());
  parts_.values.push_back(
      {name, type.type, type.shape, extents_of(type.shape, *parts_.axes), type.per_sentence, storage});
  named_.emplace(name, id);
  return id;
}

// Extends the lifetime of a value to the current instruction; a value of sentences lives through all later
// steps.
void Builder::use(ValueId value) {
  const Value& used = parts_.values[static_cast<std::size_t>(value)];
  int32_t& last = parts_.last_use[static_cast<std::size_t>(used.storage)];
  if (last == Program::kAlways) return;
  last = used.of_sentence && !of_sentence_ ? Program::kAlways : std::max(last, step_);
}

void Builder::add_node(const Node& node) {
  NodeBuilder builder(*this, node);
  parts_.steps.push_back(maker_of(node.op)(builder));
  ++step_;
}

Program Builder::build() {
  // Instructions that depend on sentences alone come first, then the others, each in the graph's order.
  for (bool of_sentence : {true, false}) {
    of_sentence_ = of_sentence;
    for (const Node& node : graph_.nodes)
      if (types_.at(node.outputs[0]).per_sentence == of_sentence) add_node(node);
    if (of_sentence) parts_.prepared = parts_.steps.size();
  }
  for (const OutputPort& output : graph_.outputs) {
    ValueId id = named_.at(output.value);
    parts_.outputs.emplace_back(output.name, id);
    parts_.last_use[static_cast<std::size_t>(parts_.values[static_cast<std::size_t>(id)].storage)] =
        Program::kAlways;
  }
  return Program(std::move(parts_));
}

}  // namespace heed::engine
