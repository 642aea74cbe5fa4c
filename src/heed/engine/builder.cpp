#include "heed/engine/builder.h"

#include <algorithm>
#include <cmath>

#include "heed/base/error.h"
#include "heed/engine/operations.h"

namespace heed::engine {
namespace {

constexpr int64_t kLargest = int64_t{1} << 31;  // numbers of a row and a position

std::string described(const Node& node) {
  return "the graph's operation '" + node.op + "'" +
         (node.outputs.empty() ? "" : " that makes '" + node.outputs[0] + "'");
}

}  // namespace

ValueId Making::value(std::size_t i) const {
  if (!has(i)) return kNone;
  auto found = builder_.named_.find(node.inputs[i]);
  if (found == builder_.named_.end())
    throw InputError(described(node) + ": expected a value for input " + std::to_string(i) +
                     ", found the parameter '" + node.inputs[i] + "'");
  const Value& of = builder_.parts_.values[static_cast<std::size_t>(found->second)];
  require(!of.of_sentence || builder_.of_sentence_ || of.shape[0] == kRows, "a row a sentence");
  used_.insert(i);
  builder_.use(found->second);
  return found->second;
}

ValueId Making::own(std::size_t i) const {
  ValueId id = value(i);
  require(id == kNone || builder_.of_sentence_ ||
              !builder_.parts_.values[static_cast<std::size_t>(id)].of_sentence,
          "an input that is a row's own");
  return id;
}

const Shape& Making::shape(std::size_t i) const {
  require(has(i), "an input that is not left out");
  return builder_.parts_.values[static_cast<std::size_t>(value(i))].shape;
}

Type Making::type(std::size_t i) const {
  require(has(i), "an input that is not left out");
  return builder_.parts_.values[static_cast<std::size_t>(value(i))].type;
}

Parameter Making::parameter(std::size_t i) const {
  require(has(i), "a parameter that is not left out");
  used_.insert(i);
  Parameter found = builder_.parameters_.get(node.inputs[i]);
  for (int64_t extent : found.shape)
    require(extent > 0 && extent < kLargest, "a parameter with numbers in it");
  return found;
}

MatrixSize Making::matrix(std::size_t i) const {
  require(has(i), "a parameter that is not left out");
  used_.insert(i);
  std::vector<int64_t> shape = builder_.parameters_.shape(node.inputs[i]);
  require(shape.size() == 2, "weights of two dimensions");
  for (int64_t extent : shape) require(extent > 0 && extent < kLargest, "a parameter with numbers in it");
  return {shape[0], shape[1]};
}

std::shared_ptr<const Product> Making::product(std::size_t i) const {
  return product(i, 0, matrix(i).outputs);
}

std::shared_ptr<const Product> Making::product(std::size_t i, int64_t first, int64_t rows) const {
  MatrixSize whole = matrix(i);
  require(first >= 0 && rows > 0 && first + rows <= whole.outputs, "weights with more rows");
  return builder_.parameters_.product(node.inputs[i], first, {rows, whole.inputs});
}

std::shared_ptr<const Table> Making::table(std::size_t i) const {
  matrix(i);
  return builder_.parameters_.table(node.inputs[i]);
}

const float* Making::numbers(std::size_t i, std::vector<int64_t> shape) const {
  if (!has(i)) return nullptr;
  Parameter found = parameter(i);
  require(found.shape == shape, "parameters whose sizes fit together");
  return found.data;
}

namespace {

template <class T>
const T& attribute(const Node& node, const char* name) {
  auto found = node.attributes.find(name);
  const T* value = found == node.attributes.end() ? nullptr : std::get_if<T>(&found->second);
  if (value == nullptr) throw InputError(described(node) + ": expected the attribute '" + name + "'");
  return *value;
}

}  // namespace

int64_t Making::integer(const char* name) const {
  return attribute<int64_t>(node, name);
}

double Making::real(const char* name) const {
  return attribute<double>(node, name);
}

std::string Making::text(const char* name) const {
  return attribute<std::string>(node, name);
}

ValueId Making::make(Shape shape, Type type) {
  require(made_ < node.outputs.size(), "more outputs");
  return builder_.add_own(node.outputs[made_++], type, std::move(shape));
}

ValueId Making::scratch(Shape shape, Type type) {
  return builder_.add_own("#" + std::to_string(builder_.parts_.values.size()), type, std::move(shape));
}

ValueId Making::view(std::size_t input, Shape shape) {
  require(made_ < node.outputs.size(), "more outputs");
  const Value& of = builder_.parts_.values[static_cast<std::size_t>(value(input))];
  return builder_.add(node.outputs[made_++], of.type, std::move(shape), of.of_sentence, of.storage);
}

void Making::require(bool holds, const char* expected) const {
  if (!holds) throw InputError(described(node) + ": expected " + expected + "; the model's graph is damaged");
}

void Making::require_input(std::size_t i, std::size_t dims, Type of) const {
  require(shape(i).size() == dims && type(i) == of, "inputs of other dimensions");
}

void Making::require_mask(std::size_t i, std::size_t of) const {
  require_input(i, 2, Type::flag);
  require(shape(i)[0] == shape(of)[0] && shape(i)[1] == shape(of)[1], "a mask of the input");
}

int64_t Making::width(std::size_t i) const {
  require(type(i) == Type::number && shape(i).size() > 1 && shape(i).back().is_number(),
          "numbers of a fixed width");
  return shape(i).back().factor;
}

Builder::Builder(const Graph& graph, const Parameters& parameters, const std::vector<InputShape>& inputs)
    : graph_(graph), parameters_(parameters) {
  for (const std::string& name : graph.inputs) {
    auto known =
        std::find_if(inputs.begin(), inputs.end(), [&](const auto& one) { return one.name == name; });
    if (known == inputs.end())
      throw InputError("the graph '" + graph.name + "' has an input '" + name +
                       "' that this heed does not know");
    auto storage = static_cast<int32_t>(parts_.first_use.size());
    parts_.first_use.push_back(Program::kAlways);
    parts_.last_use.push_back(Program::kAlways);
    parts_.inputs.emplace_back(name, add(name, known->type, known->shape, known->of_sentence, storage));
  }
}

ValueId Builder::add_own(const std::string& name, Type type, Shape shape) {
  auto storage = static_cast<int32_t>(parts_.first_use.size());
  parts_.first_use.push_back(step_);
  parts_.last_use.push_back(step_);
  return add(name, type, std::move(shape), of_sentence_, storage);
}

ValueId Builder::add(const std::string& name, Type type, Shape shape, bool of_sentence, int32_t storage) {
  double size = 1;  // of a row and a position, which cannot overflow
  for (const Dim& dim : shape) size = dim.factor > 0 ? size * static_cast<double>(dim.factor) : HUGE_VAL;
  if (size >= static_cast<double>(kLargest))
    throw InputError("the graph '" + graph_.name + "' makes '" + name +
                     "' larger than any model's, or of nothing");
  auto id = static_cast<ValueId>(parts_.values.size());
  parts_.values.push_back({name, type, std::move(shape), of_sentence, storage});
  if (!named_.emplace(name, id).second)
    throw InputError("the graph '" + graph_.name + "' makes '" + name + "' twice");
  return id;
}

// What a step uses is kept until then; what was made for sentences, for all steps to come.
void Builder::use(ValueId value) {
  const Value& used = parts_.values[static_cast<std::size_t>(value)];
  int32_t& last = parts_.last_use[static_cast<std::size_t>(used.storage)];
  if (last == Program::kAlways) return;
  last = used.of_sentence && !of_sentence_ ? Program::kAlways : std::max(last, step_);
}

Program Builder::build() {
  // First what needs sentences alone, then the rest, each in the graph's order.
  for (bool of_sentence : {true, false}) {
    of_sentence_ = of_sentence;
    for (const Node& node : graph_.nodes) {
      bool alone = true, any = false, made = !node.outputs.empty() && named_.contains(node.outputs[0]);
      for (const std::string& input : node.inputs) {
        auto found = named_.find(input);
        if (found == named_.end()) {
          // A parameter, or a value of a row that is not made yet.
          bool parameter =
              std::find(graph_.parameters.begin(), graph_.parameters.end(), input) != graph_.parameters.end();
          alone = alone && (input.empty() || parameter);
          continue;
        }
        any = true;
        alone = alone && parts_.values[static_cast<std::size_t>(found->second)].of_sentence;
      }
      if (made || (of_sentence && !(alone && any))) continue;
      Making making(*this, node);
      parts_.steps.push_back(maker_of(node.op)(making));
      making.require(making.made_ == node.outputs.size(), "fewer outputs");
      // One that nobody looks at would still decide whether the node is made for rows or for sentences.
      for (std::size_t i = 0; i < node.inputs.size(); ++i)
        making.require(!making.has(i) || making.used_.contains(i), "fewer inputs");
      ++step_;
    }
    if (of_sentence) parts_.prepared = parts_.steps.size();
  }
  for (const auto& [name, value] : graph_.outputs) {
    auto found = named_.find(value);
    if (found == named_.end())
      throw InputError("the graph '" + graph_.name + "' does not make '" + value + "'");
    parts_.outputs.emplace_back(name, found->second);
    parts_
        .last_use[static_cast<std::size_t>(parts_.values[static_cast<std::size_t>(found->second)].storage)] =
        Program::kAlways;
  }
  return Program(std::move(parts_));
}

}  // namespace heed::engine
