#include "heed/ops/recurrent.h"

#include <ATen/ATen.h>

#include <algorithm>

#include "heed/ops/recorder.h"

namespace heed::ops {
namespace {

const char* name_of(CellKind kind) {
  return kind == CellKind::gru ? "gru" : "lstm";
}

CellState gru_step(const Tensor& projected, const CellState& state, const CellWeights& weights) {
  const Tensor& before = state[0];
  auto from_input = projected.chunk(3, -1);
  auto from_hidden = at::linear(before, weights.hidden, weights.hidden_bias).chunk(3, -1);
  Tensor reset = at::sigmoid(from_input[0] + from_hidden[0]);
  Tensor update = at::sigmoid(from_input[1] + from_hidden[1]);
  Tensor candidate = at::tanh(at::addcmul(from_input[2], reset, from_hidden[2]));
  return {at::lerp(candidate, before, update)};
}

CellState lstm_step(const Tensor& projected, const CellState& state, const CellWeights& weights) {
  auto gates = (projected + at::linear(state[0], weights.hidden, weights.hidden_bias)).chunk(4, -1);
  Tensor memory = at::addcmul(at::sigmoid(gates[1]) * state[1], at::sigmoid(gates[0]), at::tanh(gates[2]));
  return {at::sigmoid(gates[3]) * at::tanh(memory), memory};
}

// `projected` is W x + b, computed for all steps at once where there are several.
CellState step(CellKind kind, const Tensor& projected, const CellState& state, const CellWeights& weights) {
  return kind == CellKind::gru ? gru_step(projected, state, weights) : lstm_step(projected, state, weights);
}

std::vector<Tensor> inputs_of(const Tensor& x, const CellState& state, const CellWeights& weights) {
  std::vector<Tensor> inputs = {x, weights.input, weights.hidden, weights.input_bias, weights.hidden_bias};
  inputs.insert(inputs.end(), state.begin(), state.end());
  return inputs;
}

}  // namespace

int64_t gate_count(CellKind kind) {
  return kind == CellKind::gru ? 3 : 4;
}

int64_t state_count(CellKind kind) {
  return kind == CellKind::gru ? 1 : 2;
}

CellState cell(CellKind kind, const Tensor& x, const CellState& state, const CellWeights& weights) {
  CellState next = step(kind, at::linear(x, weights.input, weights.input_bias), state, weights);
  record("cell", inputs_of(x, state, weights), next, {{"kind", std::string(name_of(kind))}});
  return next;
}

Unrolled recurrent(CellKind kind, const Tensor& x, const Tensor& mask, const CellState& first,
                   const CellWeights& weights, bool reverse) {
  int64_t length = x.size(1), width = weights.hidden.size(1);
  CellState state = first;
  while (static_cast<int64_t>(state.size()) < state_count(kind))
    state.push_back(at::zeros({x.size(0), width}, x.options()));
  // unbind, not T selects: its gradient is one stack instead of T zero-filled tensors of the whole size.
  auto projected = at::linear(x, weights.input, weights.input_bias).transpose(0, 1).unbind(0);
  auto present = mask.t().unsqueeze(-1).unbind(0);  // T times [B,1]
  bool padded = !mask.all().item<bool>();
  std::vector<Tensor> outputs(static_cast<std::size_t>(length));
  for (int64_t i = 0; i < length; ++i) {
    auto t = static_cast<std::size_t>(reverse ? length - 1 - i : i);
    CellState next = step(kind, projected[t], state, weights);
    if (padded) {
      for (std::size_t s = 0; s < next.size(); ++s) next[s] = at::where(present[t], next[s], state[s]);
    }
    state = std::move(next);
    outputs[t] = state[0];
  }
  Unrolled result{at::stack(outputs, 1), state};
  if (padded) result.outputs = result.outputs.masked_fill(mask.logical_not().unsqueeze(-1), 0);
  std::vector<Tensor> inputs = inputs_of(x, first, weights);
  inputs.insert(inputs.begin() + 1, mask);
  std::vector<Tensor> made = {result.outputs};
  for (Tensor& last : result.last) last = last.alias();  // the last output is a value of its own
  made.insert(made.end(), result.last.begin(), result.last.end());
  record(
      "recurrent", inputs, made,
      {{"kind", std::string(name_of(kind))}, {"direction", std::string(reverse ? "backward" : "forward")}});
  return result;
}

}  // namespace heed::ops
