#include "heed/ops/ops.h"
#include "heed/ops/window.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "gradient_check.h"
#include "heed/graph/operations/ngram_hash.h"
#include "heed/ops/attention.h"
#include "heed/ops/normalise.h"

namespace heed {
namespace {

Tensor leaf(std::vector<int64_t> shape, const std::string& name) {
  return random_values(std::move(shape), name).requires_grad_(true);
}

TEST(Softmax, GivesExactlyZeroToWhatIsMasked) {
  Tensor scores = random_values({2, 3, 4, 5}, "scores", at::kFloat) * 50;
  Tensor mask = (at::tensor({1, 1, 1, 0, 0, 1, 0, 1, 0, 1}) != 0).view({2, 5});
  Tensor weights = ops::normalise_softmax(scores, ops::band(mask, {}, -1, -1), {}, 1.0);
  EXPECT_EQ(weights.masked_select(mask.logical_not().view({2, 1, 1, 5})).abs().sum().item<float>(), 0.0F);
  EXPECT_LT((weights.sum(-1) - 1).abs().max().item<float>(), 1e-6);
}

TEST(Softmax, OfAFullyMaskedRowIsZeroWithAFiniteGradient) {
  Tensor scores = leaf({1, 1, 2, 3}, "scores");
  Tensor mask = at::zeros({1, 3}, at::kBool);
  Tensor weights = ops::normalise_softmax(scores, ops::band(mask, {}, -1, -1), {}, 1.0);
  EXPECT_EQ(weights.abs().sum().item<double>(), 0.0);
  weights.sum().backward();
  EXPECT_TRUE(scores.grad().isfinite().all().item<bool>());
}

TEST(Softmax, SharpensAndTakesABias) {
  Tensor scores = at::tensor({0.0, 1.0}, at::kDouble).view({1, 1, 1, 2});
  Tensor allowed = ops::band(at::ones({1, 2}, at::kBool), {}, -1, -1);
  double plain = ops::normalise_softmax(scores, allowed, {}, 2.0)[0][0][0][1].item<double>();
  EXPECT_NEAR(plain, 1 / (1 + std::exp(-2.0)), 1e-12);
  Tensor bias = at::tensor({1.0, 0.0}, at::kDouble).view({1, 2});
  EXPECT_NEAR((ops::normalise_softmax(scores, allowed, bias, 1.0)[0][0][0][1].item<double>()), 0.5, 1e-12);
}

TEST(Band, IsACentreAndTwoRadii) {
  Tensor mask = (at::tensor({1, 1, 1, 1, 0}) != 0).view({1, 5});
  Tensor centre = at::tensor({0, 3}, at::kLong).view({1, 2});
  Tensor allowed = ops::band(mask, centre, 1, 1).squeeze();
  Tensor expected = (at::tensor({1, 1, 0, 0, 0, 0, 0, 1, 1, 0}) != 0).view({2, 5});
  EXPECT_TRUE(allowed.equal(expected));
  Tensor causal = ops::band(mask, centre, -1, 0).squeeze();
  EXPECT_TRUE(causal[1].equal((at::tensor({1, 1, 1, 1, 0}) != 0)));
}

TEST(Heads, AreSplitAndJoinedAgain) {
  Tensor x = random_values({2, 3, 8}, "x");
  Tensor split = ops::split_heads(x, 4);
  EXPECT_EQ(split.sizes(), at::IntArrayRef({2, 4, 3, 2}));
  EXPECT_EQ(split[1][2][0][1].item<double>(), x[1][0][5].item<double>());
  Tensor step = random_values({2, 8}, "step");
  EXPECT_TRUE(ops::join_heads_step(ops::split_heads(step, 4)).equal(step));
}

TEST(Scores, HaveTheGradientsOfTheirEquations) {
  Tensor query = leaf({2, 2, 3, 4}, "query"), keys = leaf({2, 2, 5, 4}, "keys"), v = leaf({4}, "v");
  Tensor feature = leaf({2, 2, 5, 4}, "feature"), values = leaf({2, 2, 5, 3}, "values");
  Tensor mask = (at::tensor({1, 1, 1, 0, 0, 1, 1, 1, 1, 1}) != 0).view({2, 5});
  auto loss_of = [&](const Tensor& scores) {
    Tensor weights = ops::normalise_softmax(scores, ops::band(mask, {}, -1, -1), {}, 1.5);
    return ops::weigh(weights, values).pow(2).sum();
  };
  check_gradients({{"query", query}, {"keys", keys}, {"v", v}, {"feature", feature}, {"values", values}},
                  [&] { return loss_of(ops::score_additive(query, keys, v, feature)); });
  check_gradients({{"query", query}, {"keys", keys}, {"values", values}},
                  [&] { return loss_of(ops::score_dot(query, keys, 0.5)); });
}

TEST(AdditiveScore, IsItsEquation) {
  Tensor query = random_values({1, 1, 1, 2}, "q"), keys = random_values({1, 1, 2, 2}, "k"),
         v = random_values({2}, "v");
  auto at = [](const Tensor& t, int64_t i) { return t.flatten()[i].item<double>(); };
  Tensor scores = ops::score_additive(query, keys, v);
  double expected =
      at(v, 0) * std::tanh(at(query, 0) + at(keys, 2)) + at(v, 1) * std::tanh(at(query, 1) + at(keys, 3));
  EXPECT_NEAR(scores[0][0][0][1].item<double>(), expected, 1e-12);
}

TEST(CrossEntropy, CountsOnlyWhatTheMaskAllows) {
  Tensor logits = leaf({3, 4}, "logits");
  Tensor targets = at::tensor({1, 3, 0}, at::kLong), mask = (at::tensor({1, 0, 1}) != 0);
  Tensor log_probs = at::log_softmax(logits, -1);
  double expected = -(log_probs[0][1] + log_probs[2][0]).item<double>();
  EXPECT_NEAR(ops::cross_entropy(logits, targets, mask).item<double>(), expected, 1e-12);
  check_gradients({{"logits", logits}}, [&] { return ops::cross_entropy(logits, targets, mask); });
}

TEST(Dropout, KeepsTheMeanAndDependsOnlyOnItsSite) {
  Tensor x = at::ones({100, 101});
  Noise noise{1, 1, 0, true};
  Tensor a = ops::dropout(x, 0.25, noise.at("a"), x.sizes().vec());
  EXPECT_TRUE(a.equal(ops::dropout(x, 0.25, noise.at("a"), x.sizes().vec())));
  EXPECT_FALSE(a.equal(ops::dropout(x, 0.25, noise.at("b"), x.sizes().vec())));
  EXPECT_NEAR(a.mean().item<double>(), 1.0, 0.02);
  EXPECT_NEAR((a == 0).to(at::kFloat).mean().item<double>(), 0.25, 0.02);
}

TEST(Dropout, OfASmallerShapeHoldsAlongADimension) {
  Tensor x = at::ones({3, 5, 4}, at::kDouble);
  Tensor y = ops::dropout(x, 0.5, Random(1, "d"), {3, 1, 4});
  for (int64_t t = 1; t < 5; ++t) EXPECT_TRUE(y.select(1, t).equal(y.select(1, 0)));
  EXPECT_FALSE(y[0].equal(y[1]));
}

TEST(CrossEntropy, WithSmoothingIsTheCrossEntropyOfTheSmoothedTarget) {
  Tensor logits = random_values({3, 5}, "logits").requires_grad_(true);
  Tensor targets = at::tensor(std::vector<int64_t>{0, 3, 1}), mask = at::arange(3) < 2;
  double smoothing = 0.1, expected = 0;
  Tensor log_probs = at::log_softmax(logits, -1);
  for (int64_t row = 0; row < 2; ++row) {
    for (int64_t token = 0; token < 5; ++token) {
      double wanted = smoothing / 5 + (token == targets[row].item<int64_t>() ? 1 - smoothing : 0);
      expected -= wanted * log_probs[row][token].item<double>();
    }
  }
  EXPECT_NEAR(ops::cross_entropy(logits, targets, mask, smoothing).item<double>(), expected, 1e-12);
  check_gradients({{"logits", logits}}, [&] { return ops::cross_entropy(logits, targets, mask, smoothing); });
}

TEST(Positions, AreSinusoidsBesideVectorsAsLarge) {
  Tensor y = ops::add_positions(at::full({1, 3, 4}, 0.25, at::kDouble));
  for (int64_t t = 0; t < 3; ++t) {
    auto place = static_cast<double>(t);
    std::vector<double> waves = {std::sin(place), std::cos(place), std::sin(place / 100),
                                 std::cos(place / 100)};
    for (int64_t i = 0; i < 4; ++i)
      EXPECT_NEAR(y[0][t][i].item<double>(), 0.5 + waves[static_cast<std::size_t>(i)], 1e-12)
          << t << "," << i;
  }
}

TEST(SumOverTime, IsOfThePositionsThatAreThere) {
  Tensor x = leaf({2, 3, 4}, "x"), mask = (at::tensor({1, 1, 1, 1, 0, 0}) != 0).view({2, 3});
  Tensor sum = ops::sum_over_time(x, mask);
  EXPECT_EQ(sum.sizes(), at::IntArrayRef({2, 4}));
  EXPECT_TRUE(sum[0].allclose(x[0].sum(0)));
  EXPECT_TRUE(sum[1].allclose(x[1][0]));
  check_gradients({{"x", x}}, [&] { return ops::sum_over_time(x, mask).pow(2).sum(); });
}

TEST(Broadcast, IsOneVectorForEachRow) {
  Tensor vector = leaf({4}, "vector");
  for (std::vector<int64_t> like : {std::vector<int64_t>{3, 2}, {3, 5, 2}}) {
    Tensor rows = ops::broadcast(at::zeros(like), vector);
    EXPECT_EQ(rows.sizes(), at::IntArrayRef({3, 4}));
    for (int64_t row = 0; row < 3; ++row) EXPECT_TRUE(rows[row].equal(vector));
  }
  Tensor weights = random_values({3, 4}, "weights");
  check_gradients({{"vector", vector}}, [&] { return (ops::broadcast(weights, vector) * weights).sum(); });
}

// The second text is the first two tokens of the first: what they add up to is the same, whatever stands
// behind.
TEST(NgramScores, AddUpAtTheLastTokenOfEachNgram) {
  Tensor table = leaf({101, 2}, "table"), ids = at::tensor({5, 7, 5, 5, 7, 9}, at::kLong).view({2, 3});
  Tensor mask = (at::tensor({1, 1, 1, 1, 1, 0}) != 0).view({2, 3});
  auto row = [&](std::vector<int64_t> ngram) {
    uint64_t hash = kNgramStart;
    for (int64_t token : ngram) hash = extend_ngram(hash, token);
    return table[ngram_row(hash, 101)];
  };
  Tensor scores = ops::ngram_scores(table, ids, mask, 2);
  ASSERT_EQ(scores.sizes(), at::IntArrayRef({2, 3, 2}));
  EXPECT_TRUE(scores[0][0].allclose(row({5})));
  EXPECT_TRUE(scores[0][1].allclose(row({7}) + row({5, 7})));
  EXPECT_TRUE(scores[0][2].allclose(row({5}) + row({7, 5})));
  EXPECT_TRUE(scores[1].slice(0, 0, 2).equal(scores[0].slice(0, 0, 2)));
  EXPECT_EQ(scores[1][2].abs().sum().item<double>(), 0);
  check_gradients({{"table", table}}, [&] { return ops::ngram_scores(table, ids, mask, 2).pow(2).sum(); });
}

TEST(Maxout, KeepsTheLargerOfTwoNeighbours) {
  Tensor x =
      at::tensor(std::vector<double>{1, 3, -2, -5, 0, 4}, at::kDouble).view({1, 6}).requires_grad_(true);
  EXPECT_TRUE(ops::maxout(x).equal(at::tensor(std::vector<double>{3, -2, 4}, at::kDouble).view({1, 3})));
  check_gradients({{"x", x}}, [&] { return ops::maxout(x).pow(2).sum(); });
}

}  // namespace
}  // namespace heed
