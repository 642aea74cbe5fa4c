#include "heed/ops/recurrent.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>
#include <torch/nn/modules/rnn.h>

#include <cmath>

#include "gradient_check.h"

namespace heed {
namespace {

using ops::CellKind;

constexpr int64_t kInputs = 5, kWidth = 4;

class RecurrentOp : public testing::TestWithParam<CellKind> {
 protected:
  ops::CellWeights weights(at::ScalarType type = at::kDouble) const {
    int64_t rows = ops::traits_of(GetParam()).gates * kWidth;
    auto make = [&](std::vector<int64_t> shape, const char* name) {
      return random_values(std::move(shape), name, type).requires_grad_(true);
    };
    ops::CellWeights made = {make({rows, kInputs}, "input"),
                             make({rows, kWidth}, "hidden"),
                             make({rows}, "input_bias"),
                             make({rows}, "hidden_bias"),
                             {}};
    if (ops::traits_of(GetParam()).peephole) made.peephole = make({3 * kWidth}, "peephole");
    return made;
  }
};

Tensor mask_of(std::vector<int64_t> lengths, int64_t columns) {
  Tensor limits = at::tensor(lengths, at::kLong).unsqueeze(1);
  return at::arange(columns, at::kLong).unsqueeze(0) < limits;
}

// torch::nn's own layer with our weights, over one unpadded sequence [1,T,I].
template <class Layer>
Tensor run_layer(Layer layer, const ops::CellWeights& w, const Tensor& x) {
  at::NoGradGuard no_gradient;
  auto named = layer->named_parameters();
  named["weight_ih_l0"].copy_(w.input);
  named["weight_hh_l0"].copy_(w.hidden);
  named["bias_ih_l0"].copy_(w.input_bias);
  named["bias_hh_l0"].copy_(w.hidden_bias);
  return std::get<0>(layer->forward(x));
}

Tensor torch_outputs(CellKind kind, const ops::CellWeights& w, const Tensor& x) {
  using namespace torch::nn;
  if (kind == CellKind::gru) return run_layer(GRU(GRUOptions(kInputs, kWidth).batch_first(true)), w, x);
  if (kind == CellKind::lstm) return run_layer(LSTM(LSTMOptions(kInputs, kWidth).batch_first(true)), w, x);
  RNNOptions options = RNNOptions(kInputs, kWidth).batch_first(true);
  if (kind == CellKind::simple_relu) options.nonlinearity(torch::kReLU);
  return run_layer(RNN(options), w, x);
}

TEST_P(RecurrentOp, EqualsTorchNn) {
  if (GetParam() == CellKind::gru_reset_before || GetParam() == CellKind::peephole_lstm)
    GTEST_SKIP() << "torch has no such cell";
  ops::CellWeights w = weights(at::kFloat);
  std::vector<int64_t> lengths = {7, 3, 1};
  Tensor x = random_values({3, 7, kInputs}, "x", at::kFloat);
  Tensor mask = mask_of(lengths, 7);
  Tensor forward = ops::recurrent(GetParam(), x, mask, {}, w, false).outputs;
  Tensor backward = ops::recurrent(GetParam(), x, mask, {}, w, true).outputs;
  for (int64_t row = 0; row < 3; ++row) {
    int64_t length = lengths[static_cast<std::size_t>(row)];
    Tensor alone = x.narrow(0, row, 1).narrow(1, 0, length);
    Tensor expected = torch_outputs(GetParam(), w, alone)[0];
    EXPECT_LT((forward[row].narrow(0, 0, length) - expected).abs().max().item<float>(), 1e-5);
    Tensor reversed = torch_outputs(GetParam(), w, alone.flip(1)).flip(1)[0];
    EXPECT_LT((backward[row].narrow(0, 0, length) - reversed).abs().max().item<float>(), 1e-5);
  }
}

TEST_P(RecurrentOp, IsZeroAtPaddingAndEndsAtEachSequencesOwnEnd) {
  ops::CellWeights w = weights();
  Tensor x = random_values({2, 6, kInputs}, "x"), mask = mask_of({6, 2}, 6);
  ops::Unrolled forward = ops::recurrent(GetParam(), x, mask, {}, w, false);
  EXPECT_EQ(forward.outputs[1].narrow(0, 2, 4).abs().sum().item<double>(), 0.0);
  EXPECT_TRUE(forward.last[0][1].equal(forward.outputs[1][1]));
  ops::Unrolled backward = ops::recurrent(GetParam(), x, mask, {}, w, true);
  EXPECT_TRUE(backward.last[0][1].equal(backward.outputs[1][0]));
}

TEST_P(RecurrentOp, IsTheCellStepAfterStep) {
  ops::CellWeights w = weights();
  Tensor x = random_values({2, 4, kInputs}, "x"), mask = mask_of({4, 4}, 4);
  ops::CellState first;
  for (int64_t i = 0; i < ops::traits_of(GetParam()).states; ++i)
    first.push_back(random_values({2, kWidth}, "s" + std::to_string(i)));
  ops::Unrolled unrolled = ops::recurrent(GetParam(), x, mask, first, w, false);
  ops::CellState state = first;
  for (int64_t t = 0; t < 4; ++t) {
    state = ops::cell(GetParam(), x.select(1, t), state, w);
    EXPECT_LT((unrolled.outputs.select(1, t) - state[0]).abs().max().item<double>(), 1e-12);
  }
}

TEST_P(RecurrentOp, HasTheGradientOfItsEquationsUnderPadding) {
  ops::CellWeights w = weights();
  Tensor x = random_values({2, 4, kInputs}, "x").requires_grad_(true), mask = mask_of({4, 2}, 4);
  for (bool reverse : {false, true}) {
    NamedTensors all = {{"x", x},
                        {"input", w.input},
                        {"hidden", w.hidden},
                        {"input_bias", w.input_bias},
                        {"hidden_bias", w.hidden_bias}};
    if (w.peephole.defined()) all.emplace_back("peephole", w.peephole);
    check_gradients(all, [&] {
      ops::Unrolled u = ops::recurrent(GetParam(), x, mask, {}, w, reverse);
      return u.outputs.pow(2).sum() + u.last.back().pow(3).sum();
    });
  }
}

// The two that torch does not have, with one unit, so that a hand can follow.
TEST(GruResetBefore, ResetsTheStateBeforeItsProduct) {
  auto column = [](std::vector<double> values) { return at::tensor(values, at::kDouble).view({-1, 1}); };
  auto vector = [](std::vector<double> values) { return at::tensor(values, at::kDouble); };
  ops::CellWeights w{column({0.5, -0.3, 0.8}),
                     column({0.7, 0.2, -0.6}),
                     vector({0.1, 0.0, 0.2}),
                     vector({0.0, 0.1, -0.1}),
                     {}};
  double x = 0.4, h = 0.9;
  double reset = 1 / (1 + std::exp(-(0.5 * x + 0.1 + 0.7 * h)));
  double update = 1 / (1 + std::exp(-(-0.3 * x + 0.2 * h + 0.1)));
  double candidate = std::tanh(0.8 * x + 0.2 - 0.6 * (reset * h) - 0.1);
  ops::CellState next = ops::cell(CellKind::gru_reset_before, column({x}), {column({h})}, w);
  EXPECT_NEAR(next[0].item<double>(), (1 - update) * candidate + update * h, 1e-12);
}

TEST(PeepholeLstm, LetsTheOutputGateSeeTheNewMemory) {
  auto column = [](std::vector<double> values) { return at::tensor(values, at::kDouble).view({-1, 1}); };
  auto vector = [](std::vector<double> values) { return at::tensor(values, at::kDouble); };
  ops::CellWeights w{column({0.5, -0.3, 0.8, 0.4}), column({0.7, 0.2, -0.6, 0.1}), vector({0, 0, 0, 0}),
                     vector({0, 0, 0, 0}), vector({0.9, -0.5, 1.1})};
  double x = 0.4, h = 0.9, c = -0.7;
  auto sigmoid = [](double value) { return 1 / (1 + std::exp(-value)); };
  double i = sigmoid(0.5 * x + 0.7 * h + 0.9 * c), f = sigmoid(-0.3 * x + 0.2 * h - 0.5 * c);
  double memory = f * c + i * std::tanh(0.8 * x - 0.6 * h);
  double o = sigmoid(0.4 * x + 0.1 * h + 1.1 * memory);
  ops::CellState next = ops::cell(CellKind::peephole_lstm, column({x}), {column({h}), column({c})}, w);
  EXPECT_NEAR(next[1].item<double>(), memory, 1e-12);
  EXPECT_NEAR(next[0].item<double>(), o * std::tanh(memory), 1e-12);
}

INSTANTIATE_TEST_SUITE_P(Cells, RecurrentOp,
                         testing::Values(CellKind::simple_tanh, CellKind::simple_relu, CellKind::gru,
                                         CellKind::gru_reset_before, CellKind::lstm, CellKind::peephole_lstm),
                         [](const auto& kind) { return std::string(ops::traits_of(kind.param).name); });

}  // namespace
}  // namespace heed
