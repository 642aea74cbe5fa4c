#include "heed/ops/recurrent.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>
#include <torch/nn/modules/rnn.h>

#include "gradient_check.h"

namespace heed {
namespace {

using ops::CellKind;

constexpr int64_t kInputs = 5, kWidth = 4;

class RecurrentOp : public testing::TestWithParam<CellKind> {
 protected:
  ops::CellWeights weights(at::ScalarType type = at::kDouble) const {
    int64_t rows = ops::gate_count(GetParam()) * kWidth;
    auto make = [&](std::vector<int64_t> shape, const char* name) {
      return made_up(std::move(shape), name, type).requires_grad_(true);
    };
    return {make({rows, kInputs}, "input"), make({rows, kWidth}, "hidden"), make({rows}, "input_bias"),
            make({rows}, "hidden_bias")};
  }
};

Tensor mask_of(std::vector<int64_t> lengths, int64_t columns) {
  Tensor limits = at::tensor(lengths, at::kLong).unsqueeze(1);
  return at::arange(columns, at::kLong).unsqueeze(0) < limits;
}

// torch::nn's own layer with our weights, over one unpadded sequence [1,T,I].
Tensor torch_outputs(CellKind kind, const ops::CellWeights& w, const Tensor& x) {
  at::NoGradGuard no_gradient;
  auto fill = [&](auto& layer) {
    auto named = layer->named_parameters();
    named["weight_ih_l0"].copy_(w.input);
    named["weight_hh_l0"].copy_(w.hidden);
    named["bias_ih_l0"].copy_(w.input_bias);
    named["bias_hh_l0"].copy_(w.hidden_bias);
  };
  if (kind == CellKind::gru) {
    torch::nn::GRU layer(torch::nn::GRUOptions(kInputs, kWidth).batch_first(true));
    fill(layer);
    return std::get<0>(layer->forward(x));
  }
  torch::nn::LSTM layer(torch::nn::LSTMOptions(kInputs, kWidth).batch_first(true));
  fill(layer);
  return std::get<0>(layer->forward(x));
}

TEST_P(RecurrentOp, EqualsTorchNn) {
  ops::CellWeights w = weights(at::kFloat);
  std::vector<int64_t> lengths = {7, 3, 1};
  Tensor x = made_up({3, 7, kInputs}, "x", at::kFloat);
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
  Tensor x = made_up({2, 6, kInputs}, "x"), mask = mask_of({6, 2}, 6);
  ops::Unrolled forward = ops::recurrent(GetParam(), x, mask, {}, w, false);
  EXPECT_EQ(forward.outputs[1].narrow(0, 2, 4).abs().sum().item<double>(), 0.0);
  EXPECT_TRUE(forward.last[0][1].equal(forward.outputs[1][1]));
  ops::Unrolled backward = ops::recurrent(GetParam(), x, mask, {}, w, true);
  EXPECT_TRUE(backward.last[0][1].equal(backward.outputs[1][0]));
}

TEST_P(RecurrentOp, IsTheCellStepAfterStep) {
  ops::CellWeights w = weights();
  Tensor x = made_up({2, 4, kInputs}, "x"), mask = mask_of({4, 4}, 4);
  ops::CellState first;
  for (int64_t i = 0; i < ops::state_count(GetParam()); ++i)
    first.push_back(made_up({2, kWidth}, "s" + std::to_string(i)));
  ops::Unrolled unrolled = ops::recurrent(GetParam(), x, mask, first, w, false);
  ops::CellState state = first;
  for (int64_t t = 0; t < 4; ++t) {
    state = ops::cell(GetParam(), x.select(1, t), state, w);
    EXPECT_LT((unrolled.outputs.select(1, t) - state[0]).abs().max().item<double>(), 1e-12);
  }
}

TEST_P(RecurrentOp, HasTheGradientOfItsEquationsUnderPadding) {
  ops::CellWeights w = weights();
  Tensor x = made_up({2, 4, kInputs}, "x").requires_grad_(true), mask = mask_of({4, 2}, 4);
  for (bool reverse : {false, true}) {
    check_gradients({{"x", x},
                     {"input", w.input},
                     {"hidden", w.hidden},
                     {"input_bias", w.input_bias},
                     {"hidden_bias", w.hidden_bias}},
                    [&] {
                      ops::Unrolled u = ops::recurrent(GetParam(), x, mask, {}, w, reverse);
                      return u.outputs.pow(2).sum() + u.last.back().pow(3).sum();
                    });
  }
}

INSTANTIATE_TEST_SUITE_P(Cells, RecurrentOp, testing::Values(CellKind::gru, CellKind::lstm),
                         [](const auto& kind) { return kind.param == CellKind::gru ? "Gru" : "Lstm"; });

}  // namespace
}  // namespace heed
