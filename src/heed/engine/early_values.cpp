#include "heed/engine/early_values.h"

#include <algorithm>
#include <map>
#include <set>

namespace heed::engine {
namespace {

// A value Σ a_j v_j of one head, where a_j belongs to a row and v_j to a sentence.
struct Context {
  std::string weights, values;
};

class Rewriting {
 public:
  Rewriting(const Graph& step, const Program& built, const WeightStore& parameters)
      : parameters_(parameters) {
    early_.step = step;
    early_.step.nodes.clear();
    for (const Value& value : built.parts().values) known_[value.name] = &value;
    for (const Node& node : step.nodes) {
      find_context(node);
      if (node.op == "concat") concats_[node.outputs[0]] = node.inputs;
      if (!rewrite(node)) early_.step.nodes.push_back(node);
    }
  }

  std::optional<EarlyValues> result() {
    if (early_.weights == 0) return {};
    remove_unused();
    return std::move(early_);
  }

 private:
  void find_context(const Node& node) {
    if (node.op == "weigh") {
      const Value &weights = *known_.at(node.inputs[0]), &values = *known_.at(node.inputs[1]);
      if (!weights.of_sentence && values.of_sentence && values.shape[1] == Dim{1})
        contexts_[node.outputs[0]] = {weights.name, values.name};
    } else if (node.op == "heads" && contexts_.contains(node.inputs[0]) &&
               known_.at(node.outputs[0])->shape.size() == 2) {
      contexts_[node.outputs[0]] = contexts_[node.inputs[0]];
    }
  }

  int64_t width(const std::string& value) const { return known_.at(value)->shape.back().factor; }

  // The parts of a product's input, one of which is a context, and the columns of W where each part begins.
  struct Split {
    std::string context;
    int64_t context_at = 0;
    std::vector<std::string> others;
    std::string at;  // of the others
  };

  std::optional<Split> split(const std::vector<std::string>& parts) const {
    Split found;
    int64_t column = 0;
    for (const std::string& part : parts) {
      if (column % ProductPart::kStep != 0) return {};
      if (found.context.empty() && contexts_.contains(part) && known_.at(part)->shape.size() == 2) {
        found.context = part;
        found.context_at = column;
      } else {
        found.at += (found.others.empty() ? "" : ",") + std::to_string(column);
        found.others.push_back(part);
      }
      column += width(part);
    }
    if (found.context.empty() || found.others.empty()) return {};
    return found;
  }

  // Rewrites a linear operation or a cell that multiplies a context, among other inputs. Returns false for
  // other nodes.
  bool rewrite(const Node& node) {
    bool linear = node.op == "linear";
    if ((!linear && node.op != "cell") || !concats_.contains(node.inputs[0]) || node.inputs[1].empty())
      return false;
    std::optional<Split> parts = split(concats_[node.inputs[0]]);
    if (!parts) return false;
    const std::string &name = node.outputs[0], &weight = node.inputs[1];
    std::string bias = linear && node.inputs.size() > 2 ? node.inputs[2] : "";
    std::string sums = linear ? name : name + ":sums";
    Node sum{
        "linear_of_parts", {weight, bias, add_context(name, weight, *parts)}, {sums}, {{"at", parts->at}}};
    sum.inputs.insert(sum.inputs.end(), parts->others.begin(), parts->others.end());
    add(std::move(sum));
    if (!linear) {
      Node cell = node;
      cell.inputs[0] = sums;
      cell.inputs[1].clear();
      add(std::move(cell));
    }
    count(weight, width(parts->context));
    return true;
  }

  // The input of the step that tells which tokens of the values are padding; empty if there is none.
  std::string mask_of(const std::string& values) const {
    const Shape& shape = known_.at(values)->shape;
    for (const InputPort& port : early_.step.inputs) {
      if (port.origin == Origin::mask && port.shape == Shape{shape[0], shape[2]}) return port.name;
    }
    return "";
  }

  // Adds Σ a_j (W v_j) to the graph and returns the name of the value.
  std::string add_context(const std::string& name, const std::string& weight, const Split& parts) {
    const Context& context = contexts_[parts.context];
    std::vector<int64_t> shape = parameters_.shape(weight);
    bool int8 = is_int8(weight);
    add({"linear_of_tokens",
         {weight, context.values, mask_of(context.values)},
         {name + ":early"},
         {{"at", parts.context_at}, {"int8", int64_t{int8}}}});
    Node sum{int8 ? "weigh_int8" : "weigh", {context.weights, name + ":early"}, {name + ":weighed"}, {}};
    if (int8) sum.attributes["width"] = shape[0];
    add(std::move(sum));
    add({"heads",
         {name + ":weighed"},
         {name + ":context"},
         {{"kind", std::string("join_step")}, {"heads", int64_t{1}}}});
    return name + ":context";
  }

  void add(Node node) { early_.step.nodes.push_back(std::move(node)); }

  bool is_int8(const std::string& weight) const {
    std::vector<int64_t> shape = parameters_.shape(weight);
    return parameters_.product(weight, 0, {shape[0], shape[1]})->precision() == Precision::int8;
  }

  void count(const std::string& weight, int64_t inputs) {
    std::vector<int64_t> shape = parameters_.shape(weight);
    early_.weights += shape[0] * inputs;
    early_.outputs += shape[0];
  }

  void remove_unused() {
    std::set<std::string> used;
    for (const OutputPort& output : early_.step.outputs) used.insert(output.value);
    std::vector<Node> kept;
    for (auto node = early_.step.nodes.rbegin(); node != early_.step.nodes.rend(); ++node) {
      if (std::none_of(node->outputs.begin(), node->outputs.end(),
                       [&](const std::string& value) { return used.contains(value); }))
        continue;
      used.insert(node->inputs.begin(), node->inputs.end());
      kept.push_back(std::move(*node));
    }
    early_.step.nodes.assign(std::make_move_iterator(kept.rbegin()), std::make_move_iterator(kept.rend()));
  }

  const WeightStore& parameters_;
  EarlyValues early_;
  std::map<std::string, const Value*> known_;
  std::map<std::string, Context> contexts_;
  std::map<std::string, std::vector<std::string>> concats_;
};

}  // namespace

int64_t EarlyValues::longest_source(int64_t width) const {
  // Measured with a context of 512 numbers (docs/design.md): for a single sentence, early values are a sixth
  // to a half faster; for a batch of 32, up to a tenth slower; with a beam of four, faster in every
  // precision. Each further token of the source makes every step add one more vector.
  constexpr int64_t kOfOneRow = 12, kOfMore = 6;  // parts of the context's width
  return weights / outputs / (width == 1 ? kOfOneRow : kOfMore);
}

std::optional<EarlyValues> make_values_early(const Graph& step, const Program& built,
                                             const WeightStore& parameters) {
  return Rewriting(step, built, parameters).result();
}

}  // namespace heed::engine
