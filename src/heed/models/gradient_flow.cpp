#include "heed/models/gradient_flow.h"

#include <ATen/ATen.h>
#include <torch/csrc/autograd/autograd.h>

#include <algorithm>
#include <cstdlib>
#include <map>

namespace heed {
namespace {

void add(const GradientNorms& gradients, std::map<int64_t, GradientAt>& by_distance) {
  int64_t longest_output = *std::max_element(gradients.outputs.begin(), gradients.outputs.end());
  int64_t longest_input = *std::max_element(gradients.inputs.begin(), gradients.inputs.end());
  for (std::size_t row = 0; row < gradients.outputs.size(); ++row) {
    for (int64_t t = 0; t < gradients.outputs[row]; ++t) {
      for (int64_t j = 0; j < gradients.inputs[row]; ++j) {
        int64_t cell = (static_cast<int64_t>(row) * longest_output + t) * longest_input + j;
        int64_t distance = gradients.beside ? std::abs(t - j) : gradients.inputs[row] - j + t;
        GradientAt& at = by_distance[distance];
        at.norm += gradients.norms[static_cast<std::size_t>(cell)];
        ++at.pairs;
      }
    }
  }
}

}  // namespace

std::vector<GradientAt> gradient_flow(Model& model, std::span<const Example> examples, const Schema& schema,
                                      std::size_t input) {
  constexpr std::size_t kRows = 16;
  std::map<int64_t, GradientAt> by_distance;
  for (std::size_t begin = 0; begin < examples.size(); begin += kRows) {
    std::vector<const Example*> rows;
    for (std::size_t i = begin; i < std::min(begin + kRows, examples.size()); ++i)
      rows.push_back(&examples[i]);
    add(model.gradient_norms(make_batch(rows, schema), input), by_distance);
  }
  std::vector<GradientAt> flow;
  for (auto& [distance, at] : by_distance)
    flow.push_back({distance, at.pairs, at.norm / static_cast<double>(at.pairs)});
  return flow;
}

std::vector<float> norms_of(const Tensor& log_probs, const Tensor& x) {
  std::vector<Tensor> norms;
  for (const Tensor& of_step : log_probs.unbind(1)) {
    Tensor gradient = torch::autograd::grad({of_step.sum()}, {x}, {}, /*retain_graph=*/true)[0];
    norms.push_back(gradient.norm(2, {-1}));
  }
  Tensor all = at::stack(norms, 1).to(at::kFloat).contiguous();  // [B,T,S]
  return {all.data_ptr<float>(), all.data_ptr<float>() + all.numel()};
}

}  // namespace heed
