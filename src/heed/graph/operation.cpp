#include "heed/graph/operation.h"

#include <algorithm>
#include <cstring>

#include "heed/base/error.h"
#include "heed/graph/operations/groups.h"

namespace heed {
namespace {

std::vector<Operation> all_operations() {
  std::vector<Operation> all;
  for (auto group : {pointwise_operations, sequence_operations, product_operations, attention_operations,
                     window_operations, gathered_window_operations, output_operations}) {
    std::vector<Operation> own = group();
    all.insert(all.end(), own.begin(), own.end());
  }
  std::sort(all.begin(), all.end(),
            [](const Operation& a, const Operation& b) { return std::strcmp(a.name, b.name) < 0; });
  return all;
}

[[noreturn]] void refuse(const Node& node, const std::string& expected) {
  throw InputError(described(node) + ": expected " + expected + "; the model's graph is damaged");
}

std::string kind_of(const Node& node) {
  auto found = node.attributes.find("kind");
  const auto* kind = found == node.attributes.end() ? nullptr : std::get_if<std::string>(&found->second);
  return kind == nullptr ? "" : *kind;
}

void check_attribute(const Node& node, const AttributeRule& rule, const Attribute& value) {
  std::string name = std::string("the attribute '") + rule.name + "'";
  if (static_cast<std::size_t>(rule.kind) != value.index())
    refuse(node, name + (rule.kind == AttributeRule::Kind::integer ? " to be a whole number"
                         : rule.kind == AttributeRule::Kind::real  ? " to be a number with a point"
                                                                   : " to be a text"));
  if (const auto* number = std::get_if<int64_t>(&value); number != nullptr) {
    if (*number < rule.least || *number > rule.most)
      refuse(node, name + " between " + std::to_string(rule.least) + " and " + std::to_string(rule.most) +
                       ", found " + std::to_string(*number));
  }
  if (const auto* word = std::get_if<std::string>(&value); word != nullptr && !rule.choices.empty()) {
    if (std::find(rule.choices.begin(), rule.choices.end(), *word) != rule.choices.end()) return;
    std::string choices;
    for (const char* choice : rule.choices) choices += (choices.empty() ? "" : ", ") + std::string(choice);
    refuse(node, name + " to be one of " + choices + ", found '" + word->substr(0, 60) + "'");
  }
}

void check_attributes(const Node& node, const Operation& op) {
  std::size_t known = 0;
  for (const AttributeRule& rule : op.attributes) {
    auto found = node.attributes.find(rule.name);
    if (!rule.only_for.empty() && rule.only_for != kind_of(node)) {
      if (found != node.attributes.end())
        refuse(node, std::string("no attribute '") + rule.name + "' of the kind '" + kind_of(node) + "'");
      continue;
    }
    if (found == node.attributes.end()) refuse(node, std::string("the attribute '") + rule.name + "'");
    check_attribute(node, rule, found->second);
    ++known;
  }
  if (known != node.attributes.size()) refuse(node, "no further attributes");
}

Argument argument(const char* name, Type type, std::size_t least_rank, std::size_t most_rank) {
  return {name, false, type, least_rank, most_rank};
}

}  // namespace

Argument numbers(const char* name, std::size_t rank) {
  return argument(name, Type::number, rank, rank);
}

Argument numbers(const char* name, std::size_t least_rank, std::size_t most_rank) {
  return argument(name, Type::number, least_rank, most_rank);
}

Argument flags(const char* name, std::size_t rank) {
  return argument(name, Type::flag, rank, rank);
}

Argument indices(const char* name, std::size_t least_rank, std::size_t most_rank) {
  return argument(name, Type::index, least_rank, most_rank);
}

Argument parameter(const char* name, std::size_t rank) {
  return {name, true, Type::number, rank, rank};
}

Argument optional(Argument argument) {
  argument.optional = true;
  return argument;
}

AttributeRule integer(const char* name, int64_t least, int64_t most) {
  return {name, AttributeRule::Kind::integer, least, most};
}

AttributeRule real(const char* name) {
  return {name, AttributeRule::Kind::real};
}

AttributeRule text(const char* name, std::vector<const char*> choices) {
  AttributeRule rule{name, AttributeRule::Kind::text};
  rule.choices = std::move(choices);
  return rule;
}

std::span<const Operation> operations() {
  static const std::vector<Operation> all = all_operations();
  return all;
}

const Operation& operation(const std::string& name) {
  for (const Operation& op : operations()) {
    if (name == op.name) return op;
  }
  throw InputError("the model's graph has an operation '" + name.substr(0, 60) +
                   "' that this heed does not know; it was written by a newer one, or is damaged");
}

std::string described(const Node& node) {
  return "operation '" + node.op + "'" +
         (node.outputs.empty() ? "" : " that makes '" + node.outputs[0] + "'");
}

void check_node(const Node& node) {
  const Operation& op = operation(node.op);
  std::size_t least = op.inputs.size(), most = op.repeats ? std::size_t{100} : op.inputs.size();
  while (least > 0 && op.inputs[least - 1].optional) --least;  // those at the end may be missing altogether
  if (node.inputs.size() < least || node.inputs.size() > most)
    refuse(node, std::to_string(least) + " to " + std::to_string(most) + " inputs, found " +
                     std::to_string(node.inputs.size()));
  for (std::size_t i = 0; i < node.inputs.size(); ++i) {
    const Argument& argument = op.inputs[std::min(i, op.inputs.size() - 1)];
    if (node.inputs[i].empty() && !argument.optional)
      refuse(node, std::string("the input '") + argument.name + "', which was left out");
  }
  if (node.outputs.size() < op.least_outputs || node.outputs.size() > op.most_outputs)
    refuse(node, std::to_string(op.least_outputs) + " to " + std::to_string(op.most_outputs) +
                     " outputs, found " + std::to_string(node.outputs.size()));
  check_attributes(node, op);
}

}  // namespace heed
