#include "heed/ops/recurrent.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "heed/ops/fused/functions.h"
#include "heed/ops/recorder.h"

namespace heed::ops {
namespace {

constexpr std::array<CellTraits, 6> kCells = {{
    {CellKind::simple_tanh, "simple_tanh", 1, 1, false},
    {CellKind::simple_relu, "simple_relu", 1, 1, false},
    {CellKind::gru, "gru", 3, 1, false},
    {CellKind::gru_reset_before, "gru_reset_before", 3, 1, false},
    {CellKind::lstm, "lstm", 4, 2, false},
    {CellKind::peephole_lstm, "peephole_lstm", 4, 2, true},
}};

CellState simple_step(const Tensor& projected, const CellState& state, const CellWeights& weights,
                      bool relu) {
  Tensor sum = projected + at::linear(state[0], weights.hidden, weights.hidden_bias);
  return {relu ? at::relu(sum) : at::tanh(sum)};
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

CellState gru_reset_before_step(const Tensor& projected, const CellState& state, const CellWeights& weights) {
  const Tensor& before = state[0];
  int64_t width = before.size(-1);
  auto from_input = projected.split_with_sizes({2 * width, width}, -1);
  auto hidden = weights.hidden.split_with_sizes({2 * width, width}, 0);
  auto bias = weights.hidden_bias.split_with_sizes({2 * width, width}, 0);
  auto gates = at::sigmoid(from_input[0] + at::linear(before, hidden[0], bias[0])).chunk(2, -1);
  Tensor candidate = at::tanh(from_input[1] + at::linear(gates[0] * before, hidden[1], bias[1]));
  return {at::lerp(candidate, before, gates[1])};
}

CellState lstm_step(const Tensor& projected, const CellState& state, const CellWeights& weights) {
  auto gates = (projected + at::linear(state[0], weights.hidden, weights.hidden_bias)).chunk(4, -1);
  Tensor memory = at::addcmul(at::sigmoid(gates[1]) * state[1], at::sigmoid(gates[0]), at::tanh(gates[2]));
  return {at::sigmoid(gates[3]) * at::tanh(memory), memory};
}

CellState peephole_step(const Tensor& projected, const CellState& state, const CellWeights& weights) {
  auto gates = (projected + at::linear(state[0], weights.hidden, weights.hidden_bias)).chunk(4, -1);
  auto peephole = weights.peephole.chunk(3, 0);
  Tensor input = at::sigmoid(at::addcmul(gates[0], peephole[0], state[1]));
  Tensor forget = at::sigmoid(at::addcmul(gates[1], peephole[1], state[1]));
  Tensor memory = at::addcmul(forget * state[1], input, at::tanh(gates[2]));
  return {at::sigmoid(at::addcmul(gates[3], peephole[2], memory)) * at::tanh(memory), memory};
}

// `projected` is W x + b, computed for all steps at once where there are several.
CellState step(CellKind kind, const Tensor& projected, const CellState& state, const CellWeights& weights) {
  switch (kind) {
    case CellKind::simple_tanh:
      return simple_step(projected, state, weights, false);
    case CellKind::simple_relu:
      return simple_step(projected, state, weights, true);
    case CellKind::gru:
      return gru_step(projected, state, weights);
    case CellKind::gru_reset_before:
      return gru_reset_before_step(projected, state, weights);
    case CellKind::lstm:
      return lstm_step(projected, state, weights);
    case CellKind::peephole_lstm:
      return peephole_step(projected, state, weights);
  }
  throw std::logic_error("no such cell");
}

std::vector<Tensor> inputs_of(const Tensor& x, const CellState& state, const CellWeights& weights) {
  std::vector<Tensor> inputs = {
      x, weights.input, weights.hidden, weights.input_bias, weights.hidden_bias, weights.peephole};
  inputs.insert(inputs.end(), state.begin(), state.end());
  return inputs;
}

}  // namespace

const CellTraits& traits_of(CellKind kind) {
  return kCells[static_cast<std::size_t>(kind)];
}

CellKind cell_kind(const std::string& name) {
  for (const CellTraits& traits : kCells) {
    if (traits.name == name) return traits.kind;
  }
  throw std::logic_error("no cell is called " + name);
}

Tensor zero_state(const Tensor& x, int64_t width) {
  Tensor y = at::zeros({x.size(0), width}, x.options());
  record("zero_state", {x}, {y}, {{"width", width}});
  return y;
}

CellState cell(CellKind kind, const Tensor& x, const CellState& state, const CellWeights& weights) {
  if (Workspace* workspace = Fused::workspace_for(x); workspace && fused::has_cell(kind))
    return fused::cell(*workspace, kind, x, state, weights);
  CellState next = step(kind, at::linear(x, weights.input, weights.input_bias), state, weights);
  record("cell", inputs_of(x, state, weights), next, {{"kind", std::string(traits_of(kind).name)}});
  return next;
}

Unrolled recurrent(CellKind kind, const Tensor& x, const Tensor& mask, const CellState& first,
                   const CellWeights& weights, bool reverse) {
  if (Workspace* workspace = Fused::workspace_for(x); workspace && fused::has_cell(kind))
    return fused::recurrent(*workspace, kind, x, mask, first, weights, reverse);
  int64_t length = x.size(1), width = weights.hidden.size(1);
  CellState state = first;
  while (static_cast<int64_t>(state.size()) < traits_of(kind).states)
    state.push_back(at::zeros({x.size(0), width}, x.options()));
  // unbind instead of T selects: its gradient is one stack instead of T zero-filled tensors of full size.
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
  record("recurrent", inputs, made,
         {{"kind", std::string(traits_of(kind).name)},
          {"direction", std::string(reverse ? "backward" : "forward")}});
  return result;
}

}  // namespace heed::ops
