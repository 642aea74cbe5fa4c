#include "heed/engine/output_layer.h"

#include <algorithm>

#include "heed/base/error.h"
#include "heed/kernels/pointwise.h"

namespace heed::engine {
namespace {

// The node that computes a value; the end if the value is an output or is also used by nodes other than
// `user`.
std::vector<Node>::iterator maker_for(Graph& graph, const std::string& value, const Node* user) {
  auto uses = [&](const Node& node) {
    return &node != user && std::find(node.inputs.begin(), node.inputs.end(), value) != node.inputs.end();
  };
  bool put_out = std::any_of(graph.outputs.begin(), graph.outputs.end(), [&](const OutputPort& output) {
    return user != nullptr && output.value == value;
  });
  if (put_out || std::any_of(graph.nodes.begin(), graph.nodes.end(), uses)) return graph.nodes.end();
  return std::find_if(graph.nodes.begin(), graph.nodes.end(),
                      [&](const Node& node) { return node.outputs.size() == 1 && node.outputs[0] == value; });
}

}  // namespace

std::optional<OutputLayer> OutputLayer::take_from(Graph& step, const WeightStore& parameters) {
  auto output = std::find_if(step.outputs.begin(), step.outputs.end(),
                             [](const OutputPort& one) { return one.use == Use::log_probs; });
  if (output == step.outputs.end()) return {};
  auto softmax = maker_for(step, output->value, nullptr);
  if (softmax == step.nodes.end() || softmax->op != "log_softmax" || softmax->inputs.size() != 1) return {};
  auto linear = maker_for(step, softmax->inputs[0], &*softmax);
  if (linear == step.nodes.end() || linear->op != "linear" || linear->inputs.size() < 2) return {};
  const std::string &weight = linear->inputs[1], bias = linear->inputs.size() > 2 ? linear->inputs[2] : "";
  std::vector<int64_t> shape = parameters.shape(weight);
  if (shape.size() != 2 || shape[0] <= 0 || shape[1] <= 0) return {};
  std::vector<float> numbers;
  if (!bias.empty()) {
    Parameter found = parameters.get(bias);
    if (found.shape != std::vector<int64_t>{shape[0]}) return {};
    numbers.assign(found.data, found.data + shape[0]);
  }
  OutputLayer layer(parameters.product(weight, 0, {shape[0], shape[1]}), std::move(numbers));
  constexpr int64_t kMany = 1000;
  if (layer.product_->precision() != Precision::int8 && shape[0] >= kMany)
    layer.prefiltering_ = std::make_shared<Prefiltering>();
  *output = {kHidden, linear->inputs[0], Type::number, {axes::kRows, shape[1]}};
  std::string logits = linear->outputs[0], log_probs = softmax->outputs[0];
  std::erase_if(step.nodes, [&](const Node& node) {
    return node.outputs.size() == 1 && (node.outputs[0] == logits || node.outputs[0] == log_probs);
  });
  return layer;
}

OutputLayer OutputLayer::chosen(std::span<const int32_t> tokens) const {
  std::vector<float> bias;
  if (!bias_.empty()) {
    for (int32_t token : tokens) bias.push_back(bias_[static_cast<std::size_t>(token)]);
  }
  return {product_->chosen(tokens), std::move(bias)};
}

void OutputLayer::prepare() const {
  constexpr int64_t kWorthwhile = 100;
  if (!prefiltering_ || prefiltering_->steps < kWorthwhile) return;
  std::call_once(prefiltering_->once, [&] {
    prefiltering_->filter.emplace(product_, bias_);
    prefiltering_->made = true;
  });
}

void OutputLayer::multiply(const float* hidden, int64_t rows, float* logits) const {
  product_->multiply(hidden, rows, logits, bias_.empty() ? nullptr : bias_.data());
}

void OutputLayer::run(const float* hidden, int64_t rows, const StepNeeds& needs, float* log_probs) const {
  if (rows == 1 && prefiltering_ && !needs.separate_tokens.empty()) {
    ++prefiltering_->steps;
    bool promising = 4 * prefiltering_->in_vain < prefiltering_->steps;
    if (prefiltering_->made && promising) {
      if (prefiltering_->filter->run(hidden, needs.separate_tokens, log_probs)) return;
      ++prefiltering_->in_vain;
    }
  }
  multiply(hidden, rows, log_probs);
  if (needs.log_probabilities) kernels::log_softmax(log_probs, rows, outputs(), log_probs);
}

}  // namespace heed::engine
