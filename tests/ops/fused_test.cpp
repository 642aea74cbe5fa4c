#include "heed/ops/fused.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include "gradient_check.h"
#include "heed/ops/attention.h"
#include "heed/ops/normalise.h"
#include "heed/ops/ops.h"
#include "heed/ops/recurrent.h"

namespace heed {
namespace {

Tensor leaf(std::vector<int64_t> shape, const std::string& name) {
  return random_values(std::move(shape), name, at::kFloat).requires_grad_(true);
}

// The loss and all gradients, made the plain way and by kernels, twice in one workspace.
void expect_fused_equals_plain(const NamedTensors& leaves, const std::function<Tensor()>& loss) {
  std::vector<Tensor> values;
  for (const auto& [name, tensor] : leaves) values.push_back(tensor.detach().clone());
  auto run = [&](ops::Workspace* workspace) {
    for (const auto& [name, tensor] : leaves) tensor.mutable_grad() = at::zeros_like(tensor);
    std::unique_ptr<ops::Fused> fused = workspace ? std::make_unique<ops::Fused>(*workspace) : nullptr;
    Tensor sum = loss();
    sum.backward();
    if (fused) fused->finish();
    std::vector<Tensor> made = {sum.detach().clone()};
    for (const auto& [name, tensor] : leaves) made.push_back(tensor.grad().clone());
    return made;
  };
  auto expected = run(nullptr);
  ops::Workspace workspace;
  for (int round = 0; round < 2; ++round) {
    auto made = run(&workspace);
    for (std::size_t i = 0; i < made.size(); ++i) {
      double scale = std::max(1.0, expected[i].abs().max().item<double>());
      EXPECT_LT((made[i] - expected[i]).abs().max().item<double>(), 1e-5 * scale)
          << (i == 0 ? "the loss" : leaves[i - 1].first) << ", round " << round;
    }
    for (std::size_t i = 0; i < values.size(); ++i)
      EXPECT_TRUE(leaves[i].second.equal(values[i])) << leaves[i].first << " was written to";
  }
}

TEST(Fused, Linear) {
  Tensor w = leaf({9, 5}, "w"), b = leaf({9}, "b");
  for (int64_t rows : {1, 6, 200}) {
    Tensor x = leaf({rows, 1, 5}, "x");
    expect_fused_equals_plain({{"x", x}, {"w", w}, {"b", b}},
                              [&] { return ops::linear(ops::tanh(x), w, b).pow(2).sum(); });
    expect_fused_equals_plain({{"x", x}, {"w", w}}, [&] {
      Tensor y = ops::linear(x, w);
      return y.pow(2).sum() + ops::linear(x * 2, w).sin().sum();
    });
  }
}

TEST(Fused, Embedding) {
  Tensor table = leaf({7, 5}, "table");
  Tensor ids = at::tensor({1, 3, 1, 6, 1, 0}, at::kLong).view({2, 3});
  expect_fused_equals_plain({{"table", table}}, [&] { return ops::embedding(table, ids).pow(2).sum(); });
}

class FusedCell : public testing::TestWithParam<ops::CellKind> {
 protected:
  int64_t width = 11, inputs = 6, states = ops::traits_of(GetParam()).states;
  int64_t gates = ops::traits_of(GetParam()).gates * width;
  ops::CellWeights weights{leaf({gates, inputs}, "input"),
                           leaf({gates, width}, "hidden"),
                           leaf({gates}, "input_bias"),
                           leaf({gates}, "hidden_bias"),
                           {}};
  NamedTensors leaves{{"input", weights.input},
                      {"hidden", weights.hidden},
                      {"input_bias", weights.input_bias},
                      {"hidden_bias", weights.hidden_bias}};

  void SetUp() override {
    if (!ops::traits_of(GetParam()).peephole) return;
    weights.peephole = leaf({3 * width}, "peephole");
    leaves.emplace_back("peephole", weights.peephole);
  }

  ops::CellState first(int64_t rows) {
    ops::CellState state;
    for (int64_t i = 0; i < states; ++i) {
      state.push_back(leaf({rows, width}, "s" + std::to_string(i)));
      leaves.emplace_back("state " + std::to_string(i), state.back());
    }
    return state;
  }
};

TEST_P(FusedCell, StepsShareTheirWeights) {
  ops::CellState begin = first(4);
  Tensor x = leaf({3, 4, inputs}, "x");
  leaves.emplace_back("x", x);
  expect_fused_equals_plain(leaves, [&] {
    ops::CellState state = begin;
    Tensor sum = at::zeros({});
    for (int64_t t = 0; t < 3; ++t) {
      state = ops::cell(GetParam(), x[t], state, weights);
      sum = sum + state[0].pow(2).sum() * (t + 1);
    }
    return sum;
  });
  // Only the memory, or only the last state, is used.
  expect_fused_equals_plain(leaves, [&] {
    return ops::cell(GetParam(), x[0], ops::cell(GetParam(), x[1], begin, weights), weights)
        .back()
        .pow(3)
        .sum();
  });
}

TEST_P(FusedCell, UnrollsUnderPadding) {
  ops::CellState begin = first(3);
  Tensor x = leaf({3, 5, inputs}, "x");
  Tensor lengths = at::tensor({5, 2, 1}, at::kLong).unsqueeze(1);
  Tensor mask = at::arange(5, at::kLong).unsqueeze(0) < lengths;
  leaves.emplace_back("x", x);
  for (bool reverse : {false, true}) {
    for (const ops::CellState& from : {begin, ops::CellState()}) {
      expect_fused_equals_plain(leaves, [&] {
        ops::Unrolled u = ops::recurrent(GetParam(), x, mask, from, weights, reverse);
        return u.outputs.pow(2).sum() + u.last[0].sin().sum() + u.last.back().pow(3).sum();
      });
      expect_fused_equals_plain(leaves, [&] {  // outputs alone, then ends alone
        return ops::recurrent(GetParam(), x, mask, from, weights, reverse).outputs.pow(2).sum();
      });
      expect_fused_equals_plain(leaves, [&] {
        return ops::recurrent(GetParam(), x, mask, from, weights, reverse).last[0].pow(2).sum();
      });
    }
  }
}

TEST_P(FusedCell, IsZeroAtPadding) {
  Tensor x = leaf({2, 4, inputs}, "x");
  Tensor mask = at::tensor({1, 1, 1, 1, 1, 0, 0, 0}, at::kLong).view({2, 4}) > 0;
  ops::Workspace workspace;
  ops::Fused fused(workspace);
  Tensor outputs = ops::recurrent(GetParam(), x, mask, {}, weights, true).outputs;
  EXPECT_EQ(outputs[1].narrow(0, 1, 3).abs().sum().item<float>(), 0.0F);
}

INSTANTIATE_TEST_SUITE_P(Cells, FusedCell,
                         testing::Values(ops::CellKind::lstm, ops::CellKind::gru,
                                         ops::CellKind::peephole_lstm, ops::CellKind::gru_reset_before,
                                         ops::CellKind::simple_tanh),
                         [](const auto& param) { return ops::traits_of(param.param).name; });

TEST(Fused, AdditiveScore) {
  for (int64_t queries : {1, 3}) {
    Tensor q = leaf({2, 2, queries, 13}, "q"), k = leaf({2, 2, 4, 13}, "k"), v = leaf({13}, "v");
    Tensor feature = leaf({2, 2, 4, 13}, "f");
    expect_fused_equals_plain({{"q", q}, {"k", k}, {"v", v}},
                              [&] { return ops::score_additive(q, k, v).pow(2).sum(); });
    expect_fused_equals_plain({{"q", q}, {"k", k}, {"v", v}, {"feature", feature}},
                              [&] { return ops::score_additive(q, k, v, feature).pow(2).sum(); });
  }
}

TEST(Fused, Softmax) {
  Tensor scores = leaf({2, 2, 3, 9}, "scores"), bias = leaf({2, 9}, "bias");
  Tensor factors = random_values({2, 2, 3, 9}, "factors", at::kFloat);
  Tensor shared = random_values({2, 1, 1, 9}, "mask") > -0.3, own = random_values({2, 1, 3, 9}, "mask") > 0.2;
  own[1][0][2].fill_(false);  // a row that may look nowhere
  for (const Tensor& mask : {shared, own}) {
    expect_fused_equals_plain({{"scores", scores}}, [&] {
      return (ops::normalise_softmax(scores, mask, {}, 1.0) * factors).sum();
    });
    expect_fused_equals_plain({{"scores", scores}, {"bias", bias}}, [&] {
      return (ops::normalise_softmax(scores, mask, bias, 2.5) * factors).sum();
    });
  }
  ops::Workspace workspace;
  ops::Fused fused(workspace);
  Tensor weights = ops::normalise_softmax(scores, own, {}, 1.0);
  EXPECT_EQ(weights.masked_select(own.logical_not().expand_as(weights)).abs().sum().item<float>(), 0.0F);
}

TEST(Fused, Weigh) {
  Tensor w = leaf({2, 2, 3, 4}, "w"), v = leaf({2, 2, 4, 19}, "v");
  expect_fused_equals_plain({{"w", w}, {"v", v}}, [&] { return ops::weigh(w, v).pow(2).sum(); });
}

TEST(Fused, OutputLoss) {
  Tensor w = leaf({23, 6}, "w"), b = leaf({23}, "b");
  for (int64_t rows : {1, 5, 120}) {
    Tensor x = leaf({rows, 6}, "x");
    Tensor targets = (random_values({rows}, "targets").abs() * 22).to(at::kLong);
    Tensor all = at::ones({rows}, at::kBool), some = random_values({rows}, "mask") > -0.5;
    for (const Tensor& mask : {all, some}) {
      for (double smoothing : {0.0, 0.2}) {
        expect_fused_equals_plain({{"x", x}, {"w", w}, {"b", b}}, [&] {
          return ops::output_loss(ops::tanh(x), w, b, targets, mask, smoothing) * 0.7;
        });
      }
    }
  }
}

// Eight bits of precision a product; sums, cells and the loss are as exact as ever.
TEST(Fused, Bf16IsNearTheRest) {
  Tensor w = leaf({90, 30}, "w"), b = leaf({90}, "b"), x = leaf({12, 30}, "x");
  Tensor targets = (random_values({12}, "targets").abs() * 89).to(at::kLong),
         mask = at::ones({12}, at::kBool);
  auto run = [&](ops::Precision precision) {
    for (const Tensor& tensor : {w, b, x}) tensor.mutable_grad() = at::zeros_like(tensor);
    ops::Workspace workspace(precision);
    ops::Fused fused(workspace);
    Tensor loss = ops::output_loss(x, w, b, targets, mask, 0);
    loss.backward();
    fused.finish();
    return std::vector<Tensor>{loss.detach(), w.grad(), b.grad(), x.grad()};
  };
  auto full = run(ops::Precision::fp32), half = run(ops::Precision::bf16);
  for (std::size_t i = 0; i < full.size(); ++i) {
    double scale = full[i].abs().max().item<double>();
    EXPECT_LT((full[i] - half[i]).abs().max().item<double>(), 0.02 * scale) << i;
    EXPECT_GT((full[i] - half[i]).abs().max().item<double>(), 0.0) << i;
  }
}

TEST(Fused, LeavesDoublesAndScoringAlone) {
  ops::Workspace workspace;
  ops::Fused fused(workspace);
  Tensor w = random_values({3, 3}, "w").requires_grad_(true), x = random_values({2, 3}, "x");
  ops::linear(x, w).sum().backward();
  EXPECT_TRUE(w.grad().defined());
  at::NoGradGuard no_gradient;
  EXPECT_EQ(ops::Fused::workspace_for(random_values({1}, "x", at::kFloat)), nullptr);
}

}  // namespace
}  // namespace heed
