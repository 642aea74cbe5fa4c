// Runs a saved graph with libtorch, an operation at a time: the proof that a graph says all there is to say.
#pragma once

#include <ATen/ATen.h>

#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "heed/graph/graph.h"
#include "heed/ops/attention.h"
#include "heed/ops/normalise.h"
#include "heed/ops/ops.h"
#include "heed/ops/recurrent.h"
#include "heed/ops/window.h"

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

inline int64_t integer(const Node& node, const char* name) {
  return std::get<int64_t>(node.attributes.at(name));
}

inline double real(const Node& node, const char* name) {
  return std::get<double>(node.attributes.at(name));
}

inline Tensor run_normalise(const Node& node, const std::vector<Tensor>& in) {
  std::string kind = text(node, "kind");
  ops::Masked from{in[0], in[1], in[2]};
  if (kind == "softmax") return ops::normalise_softmax(in[0], in[1], in[2], real(node, "scale"));
  if (kind == "smoothing") return ops::normalise_smoothing(from);
  if (kind == "top-k") return ops::normalise_top_k(from, integer(node, "k"));
  if (kind == "sparsemax") return ops::normalise_sparsemax(from);
  if (kind == "hard") return ops::normalise_hard(from);
  return ops::normalise_structured(from, in[3], integer(node, "renormalise") != 0);
}

inline Tensor run_kind(const Node& node, const std::vector<Tensor>& in) {
  std::string kind = node.op + "/" + text(node, "kind");
  if (kind == "activation/tanh") return ops::tanh(in[0]);
  if (kind == "activation/relu") return ops::relu(in[0]);
  if (kind == "activation/sigmoid") return ops::sigmoid(in[0]);
  if (kind == "heads/split") return ops::split_heads(in[0], integer(node, "heads"));
  if (kind == "heads/join") return ops::join_heads(in[0]);
  if (kind == "heads/join_step") return ops::join_heads_step(in[0]);
  if (kind == "centre/monotonic") return ops::centre_monotonic(in[0], in[1]);
  if (kind == "centre/predicted") return ops::centre_predicted(in[0], in[1]);
  if (kind == "centre/median") return ops::centre_median(in[0]);
  throw std::runtime_error("this test does not know the operation " + kind);
}

inline Tensor run_simple(const Node& node, const std::vector<Tensor>& in) {
  using Run = std::function<Tensor(const Node&, const std::vector<Tensor>&)>;
  static const std::map<std::string, Run> known = {
      {"embedding", [](auto&, auto& i) { return ops::embedding(i[0], i[1]); }},
      {"linear", [](auto&, auto& i) { return ops::linear(i[0], i[1], i[2]); }},
      {"add", [](auto&, auto& i) { return ops::add(i[0], i[1]); }},
      {"scale", [](auto&, auto& i) { return ops::scale(i[0], i[1]); }},
      {"unit", [](auto&, auto& i) { return ops::unit(i[0]); }},
      {"layer_norm", [](auto&, auto& i) { return ops::layer_norm(i[0], i[1], i[2]); }},
      {"mean_over_time", [](auto&, auto& i) { return ops::mean_over_time(i[0], i[1]); }},
      {"sum_over_time", [](auto&, auto& i) { return ops::sum_over_time(i[0], i[1]); }},
      {"broadcast", [](auto&, auto& i) { return ops::broadcast(i[0], i[1]); }},
      {"ngram_scores",
       [](auto& n, auto& i) { return ops::ngram_scores(i[0], i[1], i[2], integer(n, "order")); }},
      {"keep_real", [](auto&, auto& i) { return ops::keep_real(i[0], i[1]); }},
      {"neighbours", [](auto& n, auto& i) { return ops::neighbours(i[0], i[1], integer(n, "width")); }},
      {"add_positions", [](auto&, auto& i) { return ops::add_positions(i[0]); }},
      {"maxout", [](auto&, auto& i) { return ops::maxout(i[0]); }},
      {"zero_state", [](auto& n, auto& i) { return ops::zero_state(i[0], integer(n, "width")); }},
      {"concat", [](auto&, auto& i) { return ops::concat(i); }},
      {"log_softmax", [](auto&, auto& i) { return ops::log_softmax(i[0]); }},
      {"score_additive", [](auto&, auto& i) { return ops::score_additive(i[0], i[1], i[2], i[3]); }},
      {"score_dot", [](auto& n, auto& i) { return ops::score_dot(i[0], i[1], real(n, "scale")); }},
      {"score_location", [](auto&, auto& i) { return ops::score_location(i[0], i[1], i[2]); }},
      {"convolve", [](auto&, auto& i) { return ops::convolve(i[0], i[1]); }},
      {"weigh", [](auto&, auto& i) { return ops::weigh(i[0], i[1]); }},
      {"mix_copy", [](auto&, auto& i) { return ops::mix_copy(i[0], i[1], i[2], i[3]); }},
      {"positions", [](auto&, auto& i) { return ops::positions(i[0]); }},
      {"shift", [](auto& n, auto& i) { return ops::shift(i[0], real(n, "by")); }},
      {"lengths", [](auto&, auto& i) { return ops::lengths(i[0], i[1]); }},
      {"band",
       [](auto& n, auto& i) { return ops::band(i[0], i[1], integer(n, "before"), integer(n, "after")); }},
      {"gaussian", [](auto& n, auto& i) { return ops::gaussian(i[0], i[1], real(n, "deviation")); }},
      {"band_begin", [](auto& n, auto& i) { return ops::band_begin(i[0], integer(n, "before")); }},
      {"gather_band", [](auto& n, auto& i) { return ops::gather_band(i[0], i[1], integer(n, "width")); }},
      {"gather_mask",
       [](auto& n,
          auto& i) { return ops::gather_mask(i[0], i[1], i[2], integer(n, "before"), integer(n, "after")); }},
      {"gather_gaussian",
       [](auto& n, auto& i) { return ops::gather_gaussian(i[0], i[1], i[2], real(n, "deviation")); }},
      {"fold_queries", [](auto&, auto& i) { return ops::fold_queries(i[0]); }},
      {"unfold_queries", [](auto&, auto& i) { return ops::unfold_queries(i[0], i[1]); }},
      {"spread", [](auto&, auto& i) { return ops::spread(i[0], i[1], i[2]); }},
      {"no_weights", [](auto&, auto& i) { return ops::no_weights(i[0]); }},
      {"no_position", [](auto&, auto& i) { return ops::no_position(i[0]); }},
      {"append", [](auto&, auto& i) { return ops::append(i[0], i[1]); }},
      {"everywhere", [](auto&, auto& i) { return ops::everywhere(i[0]); }},
      {"mean_of_parts", [](auto&, auto& i) { return ops::mean_of_parts(i[0], i[1], i[2]); }},
      {"unfold_rows", [](auto&, auto& i) { return ops::unfold_rows(i[0], i[1]); }},
      {"given_weights", [](auto&, auto& i) { return ops::given_weights(i[0], i[1], i[2]); }},
      {"gather_bias", [](auto& n, auto& i) { return ops::gather_bias(i[0], i[1], integer(n, "width")); }},
      {"normalise", run_normalise},
      {"activation", run_kind},
      {"heads", run_kind},
      {"centre", run_kind}};
  auto found = known.find(node.op);
  if (found == known.end()) throw std::runtime_error("this test does not know the operation " + node.op);
  return found->second(node, in);
}

}  // namespace detail

// `values` holds the inputs and parameters; the graph's outputs come back under their names.
inline Values run_graph(const Graph& graph, Values values) {
  values[""] = Tensor();
  for (const InputPort& input : graph.inputs)
    if (input.optional) values.try_emplace(input.name, Tensor());
  for (const Node& node : graph.nodes) {
    std::vector<Tensor> in, out;
    for (const std::string& name : node.inputs) in.push_back(values.at(name));
    if (node.op == "cell" || node.op == "recurrent") {
      out = detail::run_cell(node, in);
    } else if (node.op == "every_nth") {
      ops::Strided strided = ops::every_nth(in[0], in[1], detail::integer(node, "stride"));
      out = {strided.x, strided.mask};
    } else {
      out = {detail::run_simple(node, in)};
    }
    for (std::size_t i = 0; i < node.outputs.size(); ++i) values[node.outputs[i]] = out.at(i);
  }
  Values outputs;
  for (const OutputPort& output : graph.outputs) outputs[output.name] = values.at(output.value);
  return outputs;
}

}  // namespace heed
