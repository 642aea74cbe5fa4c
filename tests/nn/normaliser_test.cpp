#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <cmath>

#include "gradient_check.h"
#include "heed/nn/attention/attention.h"

namespace heed {
namespace {

Tensor row(std::initializer_list<double> scores) {
  return at::tensor(at::ArrayRef<double>(scores.begin(), scores.size()), at::kDouble).view({1, 1, 1, -1});
}

Tensor all_allowed(const Tensor& scores) {
  return at::ones_like(scores, at::kBool);
}

// Every subset as the support; the projection is the nearest of those that are points of the simplex.
Tensor nearest_in_simplex(const Tensor& scores) {
  int64_t n = scores.size(0);
  Tensor best;
  for (int64_t subset = 1; subset < (1 << n); ++subset) {
    double sum = 0, count = 0;
    for (int64_t i = 0; i < n; ++i) {
      if ((subset >> i & 1) == 0) continue;
      sum += scores[i].item<double>();
      count += 1;
    }
    Tensor point = at::zeros_like(scores);
    for (int64_t i = 0; i < n; ++i)
      if ((subset >> i & 1) != 0) point[i] = scores[i] - (sum - 1) / count;
    if (point.min().item<double>() < 0) continue;
    if (!best.defined() || (point - scores).norm().item<double>() < (best - scores).norm().item<double>())
      best = point;
  }
  return best;
}

TEST(Sparsemax, IsTheNearestPointOfTheSimplex) {
  for (int round = 0; round < 30; ++round) {
    Tensor scores = random_values({1, 1, 1, 6}, "sparsemax" + std::to_string(round)) * 2;
    Tensor weights = ops::normalise_sparsemax({scores, all_allowed(scores), {}});
    EXPECT_LT((weights[0][0][0] - nearest_in_simplex(scores[0][0][0])).abs().max().item<double>(), 1e-12);
  }
  Tensor equal = row({1, 1, 1, 1});
  EXPECT_TRUE(ops::normalise_sparsemax({equal, all_allowed(equal), {}}).allclose(equal / 4));
}

TEST(Sparsemax, LeavesOutWhatIsForbidden) {
  Tensor scores = row({5, 1, 1.5, 9}), mask = row({0, 1, 1, 0}) != 0;
  Tensor weights = ops::normalise_sparsemax({scores, mask, {}});
  EXPECT_TRUE(weights.allclose(row({0, 0.25, 0.75, 0})));
}

// All 2ⁿ assignments of the positions that may be looked at.
Tensor marginals(const Tensor& unary, const Tensor& allowed, const Tensor& pairwise) {
  std::vector<int64_t> own;
  for (int64_t j = 0; j < unary.size(0); ++j)
    if (allowed[j].item<bool>()) own.push_back(j);
  std::vector<double> sums(own.size(), 0.0);
  double total = 0;
  for (int64_t z = 0; z < (1 << own.size()); ++z) {
    double energy = 0;
    for (std::size_t i = 0; i < own.size(); ++i) {
      int64_t here = z >> i & 1;
      if (here != 0) energy += unary[own[i]].item<double>();
      if (i > 0) energy += pairwise[z >> (i - 1) & 1][here].item<double>();
    }
    total += std::exp(energy);
    for (std::size_t i = 0; i < own.size(); ++i)
      if ((z >> i & 1) != 0) sums[i] += std::exp(energy);
  }
  Tensor result = at::zeros_like(unary);
  for (std::size_t i = 0; i < own.size(); ++i) result[own[i]] = sums[i] / total;
  return result;
}

TEST(Structured, IsTheMarginalOfAllAssignments) {
  for (int round = 0; round < 20; ++round) {
    std::string name = "structured" + std::to_string(round);
    Tensor scores = random_values({2, 2, 1, 7}, name) * 3, pairwise = random_values({2, 2}, name + "p") * 2;
    Tensor mask = random_values({2, 1, 1, 7}, name + "m") > -0.5;  // gaps, and ends of unequal length
    Tensor weights = ops::normalise_structured({scores, mask, {}}, pairwise, false);
    for (int64_t b = 0; b < 2; ++b) {
      for (int64_t h = 0; h < 2; ++h) {
        Tensor expected = marginals(scores[b][h][0], mask[b][0][0], pairwise);
        EXPECT_LT((weights[b][h][0] - expected).abs().max().item<double>(), 1e-12);
      }
    }
  }
}

TEST(Structured, SumsToOneWhenRenormalised) {
  Tensor scores = random_values({2, 2, 3, 7}, "scores"), pairwise = random_values({2, 2}, "pairwise");
  Tensor weights = ops::normalise_structured({scores, all_allowed(scores), {}}, pairwise, true);
  EXPECT_LT((weights.sum(-1) - 1).abs().max().item<double>(), 1e-12);
}

TEST(TopK, IsSoftmaxOverTheHighest) {
  Tensor scores = row({0, 3, 1, 2, 3}), weights = ops::normalise_top_k({scores, all_allowed(scores), {}}, 3);
  double sum = std::exp(3) * 2 + std::exp(2);
  EXPECT_TRUE(weights.allclose(row({0, std::exp(3) / sum, 0, std::exp(2) / sum, std::exp(3) / sum})));
  Tensor tie = ops::normalise_top_k({row({1, 1, 1}), all_allowed(row({1, 1, 1})), {}}, 2);
  EXPECT_TRUE(tie.allclose(row({0.5, 0.5, 0})));
  Tensor few = ops::normalise_top_k({scores, row({1, 0, 0, 0, 0}) != 0, {}}, 3);
  EXPECT_TRUE(few.equal(row({1, 0, 0, 0, 0})));
}

TEST(Smoothing, IsSigmoidOverItsSum) {
  Tensor scores = row({0, 100, -100}), weights = ops::normalise_smoothing({scores, all_allowed(scores), {}});
  EXPECT_TRUE(weights.allclose(row({1.0 / 3, 2.0 / 3, 0})));
}

TEST(EveryNormaliser, GivesZerosWhereNothingMayBeLookedAt) {
  Tensor scores = random_values({1, 1, 2, 4}, "scores").requires_grad_(true), mask = all_allowed(scores);
  mask[0][0][1].fill_(false);
  Tensor pairwise = random_values({2, 2}, "pairwise");
  ops::Masked from{scores, mask, {}};
  for (const Tensor& weights : {ops::normalise_softmax(scores, mask, {}, 1.0), ops::normalise_smoothing(from),
                                ops::normalise_top_k(from, 2), ops::normalise_sparsemax(from),
                                ops::normalise_structured(from, pairwise, true), ops::normalise_hard(from)}) {
    EXPECT_EQ(weights[0][0][1].abs().sum().item<double>(), 0.0);
    EXPECT_GT(weights[0][0][0].sum().item<double>(), 0.0);
    if (!weights.requires_grad()) continue;
    scores.mutable_grad() = Tensor();
    (weights * random_values({1, 1, 2, 4}, "factor")).sum().backward();
    EXPECT_TRUE(scores.grad().isfinite().all().item<bool>());
  }
}

TEST(Hard, LooksAtOnePlace) {
  Tensor scores = random_values({3, 2, 1, 5}, "scores"), mask = all_allowed(scores);
  StepNoise noise{Dropout({}, Noise{1, 2, 3, true}), 4};
  Chosen drawn = HardNormaliser(0).choose({scores, mask, {}}, noise);
  EXPECT_TRUE(drawn.weights.sum(-1).equal(at::ones({3, 2, 1}, at::kDouble)));
  EXPECT_TRUE(std::get<0>(drawn.weights.max(-1)).equal(at::ones({3, 2, 1}, at::kDouble)));
  Chosen certain = HardNormaliser(0).choose({scores, mask, {}}, {});
  EXPECT_TRUE(certain.weights.argmax(-1).equal(scores.argmax(-1)));
  EXPECT_FALSE(certain.log_probability.defined());
}

TEST(Hard, TakesTheExpectationInItsShareOfExamples) {
  Tensor scores = random_values({400, 1, 1, 5}, "scores"), mask = all_allowed(scores);
  Chosen mixed = HardNormaliser(0.5).choose({scores, mask, {}}, {Dropout({}, Noise{1, 2, 3, true}), 0});
  Chosen later = HardNormaliser(0.5).choose({scores, mask, {}}, {Dropout({}, Noise{1, 2, 3, true}), 1});
  Tensor soft = std::get<0>(mixed.weights.max(-1)) < 1, again = std::get<0>(later.weights.max(-1)) < 1;
  EXPECT_TRUE(soft.equal(again));  // the same ones at every step
  EXPECT_NEAR(soft.to(at::kDouble).mean().item<double>(), 0.5, 0.1);
  EXPECT_EQ((mixed.log_probability * soft.to(at::kDouble)).abs().sum().item<double>(), 0.0);
}

TEST(Hard, DrawsAsOftenAsItsProbabilitiesSay) {
  Tensor scores = row({0, 1, 2, -1}).expand({1, 1, 20'000, 4});
  Chosen drawn =
      HardNormaliser(0).choose({scores, all_allowed(scores), {}}, {Dropout({}, Noise{1, 2, 3, true}), 0});
  Tensor share = drawn.weights.mean(2)[0][0], expected = at::softmax(scores[0][0][0], 0);
  EXPECT_LT((share - expected).abs().max().item<double>(), 0.015);
}

}  // namespace
}  // namespace heed
