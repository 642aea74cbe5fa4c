// Runs a saved graph with libtorch, an operation at a time: the proof that a graph says all there is to say.
#pragma once

#include <ATen/ATen.h>

#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "heed/graph/graph.h"
#include "heed/ops/attention.h"
#include "heed/ops/ops.h"
#include "heed/ops/recurrent.h"

namespace heed {

using Values = std::map<std::string, Tensor>;

namespace detail {

inline std::string text(const Node& node, const std::string& name) {
  return std::get<std::string>(node.attributes.at(name));
}

inline std::vector<Tensor> run_cell(const Node& node, const std::vector<Tensor>& in) {
  ops::CellKind kind = ops::cell_kind(text(node, "kind"));
  std::size_t weights = node.op == "cell" ? 1 : 2;
  ops::CellWeights w{in[weights], in[weights + 1], in[weights + 2], in[weights + 3], in[weights + 4]};
  ops::CellState state(in.begin() + static_cast<std::ptrdiff_t>(weights) + 5, in.end());
  if (node.op == "cell") return ops::cell(kind, in[0], state, w);
  ops::Unrolled unrolled =
      ops::recurrent(kind, in[0], in[1], state, w, text(node, "direction") == "backward");
  std::vector<Tensor> out = {unrolled.outputs};
  out.insert(out.end(), unrolled.last.begin(), unrolled.last.end());
  return out;
}

inline Tensor run_simple(const Node& node, const std::vector<Tensor>& in) {
  auto integer = [&](const char* name) { return std::get<int64_t>(node.attributes.at(name)); };
  auto real = [&](const char* name) { return std::get<double>(node.attributes.at(name)); };
  if (node.op == "embedding") return ops::embedding(in[0], in[1]);
  if (node.op == "linear") return ops::linear(in[0], in[1], in[2]);
  if (node.op == "add") return ops::add(in[0], in[1]);
  if (node.op == "maxout") return ops::maxout(in[0]);
  if (node.op == "zero_state") return ops::zero_state(in[0], integer("width"));
  if (node.op == "concat") return ops::concat(in);
  if (node.op == "log_softmax") return ops::log_softmax(in[0]);
  if (node.op == "score_additive") return ops::score_additive(in[0], in[1], in[2], in[3]);
  if (node.op == "score_dot") return ops::score_dot(in[0], in[1], real("scale"));
  if (node.op == "band") return ops::band(in[0], in[1], integer("before"), integer("after"));
  if (node.op == "normalise") return ops::normalise_softmax(in[0], in[1], in[2], real("scale"));
  if (node.op == "weigh") return ops::weigh(in[0], in[1]);
  if (node.op == "activation" && text(node, "kind") == "tanh") return ops::tanh(in[0]);
  if (node.op == "heads" && text(node, "kind") == "split") return ops::split_heads(in[0], integer("heads"));
  if (node.op == "heads" && text(node, "kind") == "join_step") return ops::join_heads_step(in[0]);
  throw std::runtime_error("this test does not know the operation " + node.op);
}

}  // namespace detail

// `values` holds the inputs and parameters; the graph's outputs come back under their names.
inline Values run_graph(const Graph& graph, Values values) {
  values[""] = Tensor();
  for (const Node& node : graph.nodes) {
    std::vector<Tensor> in, out;
    for (const std::string& name : node.inputs) in.push_back(values.at(name));
    if (node.op == "cell" || node.op == "recurrent") {
      out = detail::run_cell(node, in);
    } else {
      out = {detail::run_simple(node, in)};
    }
    for (std::size_t i = 0; i < node.outputs.size(); ++i) values[node.outputs[i]] = out.at(i);
  }
  Values outputs;
  for (const auto& [name, value] : graph.outputs) outputs[name] = values.at(value);
  return outputs;
}

}  // namespace heed
