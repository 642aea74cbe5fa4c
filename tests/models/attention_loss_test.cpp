#include "heed/models/attention_loss.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include "gradient_check.h"
#include "heed/models/copy.h"

namespace heed {
namespace {

// One look from one query over four positions; the reward of a position is known, so that the gradient of the
// expected reward E[r] = Σ_j p_j r_j is known too. The estimator's mean over many draws must be that.
class Reinforce : public testing::Test {
 protected:
  static constexpr int64_t kRows = 50'000, kPositions = 4;

  // The mean gradient with respect to the scores, and its standard error.
  std::pair<Tensor, Tensor> estimated(double baseline) {
    AttentionOptions options;
    HardOptions hard;
    hard.expectation = hard.entropy = 0;
    options.normaliser = hard;
    AttentionLoss loss(options, {});
    Tensor scores = scores_.expand({kRows, 1, 1, kPositions}).clone().requires_grad_(true);
    StepNoise noise{Dropout({}, Noise{1, 2, 3, true}), 0};
    Glance glance;
    glance.chosen = HardNormaliser(0).choose({scores, at::ones_like(scores, at::kBool), {}}, noise);
    AttentionLoss::Steps steps;
    loss.add(glance, {}, {}, steps);
    Tensor reward = (glance.chosen.weights.squeeze(1).squeeze(1) * rewards_).sum(-1, true);  // [B,1]
    Tensor mask = at::ones({kRows, 1}, at::kBool);
    loss.sum(steps, {}, mask, {reward, baseline}).backward();
    Tensor gradients = -scores.grad().view({kRows, kPositions});
    return {gradients.mean(0), gradients.std(0) / std::sqrt(static_cast<double>(kRows))};
  }

  Tensor scores_ = at::tensor({0.3, -0.5, 1.0, 0.1}, at::kDouble);
  Tensor rewards_ = at::tensor({-3.0, -0.2, -1.0, -2.0}, at::kDouble);
};

TEST_F(Reinforce, IsUnbiasedWhateverTheBaseline) {
  Tensor p = at::softmax(scores_, 0);
  Tensor known = p * (rewards_ - (p * rewards_).sum());
  std::vector<double> errors;
  for (double baseline : {-10.0, -1.7}) {
    auto [mean, error] = estimated(baseline);
    EXPECT_LT(((mean - known) / error).abs().max().item<double>(), 4) << mean << known;
    errors.push_back(error.max().item<double>());
  }
  EXPECT_LT(errors[1], errors[0] / 3);  // a good baseline lowers the variance
}

TEST_F(Reinforce, RewardsEachChoiceWithWhatComesAfterIt) {
  AttentionOptions options;
  HardOptions hard;
  hard.entropy = 0;
  options.normaliser = hard;
  AttentionLoss loss(options, {});
  AttentionLoss::Steps steps;
  Tensor choices = at::zeros({2, 3}, at::kDouble).requires_grad_(true);
  steps.choices = choices.unbind(1);
  steps.entropies = at::zeros({2, 3}, at::kDouble).unbind(1);
  Tensor log_probs = at::tensor({-1.0, -2.0, -4.0, -1.0, -3.0, -9.0}, at::kDouble).view({2, 3});
  Tensor mask = at::tensor({1, 1, 1, 1, 1, 0}, at::kLong).view({2, 3}) > 0;
  loss.sum(steps, {}, mask, {log_probs, -1.0}).backward();
  Tensor expected = -at::tensor({-4.0, -4.0, -3.0, -2.0, -2.0, 0.0}, at::kDouble).view({2, 3});
  EXPECT_TRUE(choices.grad().allclose(expected)) << choices.grad();
}

TEST_F(Reinforce, RewardsNothingBeforeThereIsABaseline) {
  AttentionOptions options;
  options.normaliser = HardOptions{};
  AttentionLoss loss(options, {});
  AttentionLoss::Steps steps;
  steps.choices = steps.entropies = {at::ones({1}, at::kDouble)};
  Tensor sum = loss.sum(steps, {}, at::ones({1, 1}, at::kBool), {-at::ones({1, 1}, at::kDouble), 0});
  EXPECT_DOUBLE_EQ(sum.item<double>(), -0.01);  // the entropy alone
}

GuidedPairs pairs_of(std::span<const int64_t> sources, std::span<const int64_t> targets) {
  return {sources,
          targets,
          *std::max_element(sources.begin(), sources.end()),
          *std::max_element(targets.begin(), targets.end()),
          {}};
}

std::vector<int64_t> columns(const Tensor& guide) {  // [T,S]; −1 = none
  std::vector<int64_t> columns;
  for (int64_t t = 0; t < guide.size(0); ++t)
    columns.push_back(guide[t].sum().item<double>() == 0 ? -1 : guide[t].argmax().item<int64_t>());
  return columns;
}

TEST(Guide, IsTheDiagonalOrTheIdentity) {
  Tensor like = at::zeros({1}, at::kDouble);
  const std::vector<int64_t> sources = {3, 5}, targets = {5, 3};
  GuidedPairs pairs = pairs_of(sources, targets);
  Tensor diagonal = guide_of({"diagonal", "l1", 1}, pairs, like);
  EXPECT_EQ(columns(diagonal[0]), (std::vector<int64_t>{0, 1, 1, 2, 2}));
  EXPECT_EQ(columns(diagonal[1]), (std::vector<int64_t>{0, 2, 4, -1, -1}));
  Tensor identity = guide_of({"identity", "l1", 1}, pairs, like);
  EXPECT_EQ(columns(identity[0]), (std::vector<int64_t>{0, 1, 2, -1, -1}));
  EXPECT_EQ(columns(identity[1]), (std::vector<int64_t>{0, 1, 2, -1, -1}));
}

TEST(Guide, IsWhatTheDataGivesAndNothingWhereItGivesNone) {
  Tensor like = at::zeros({1}, at::kDouble);
  const std::vector<int64_t> lengths = {2};
  const std::vector<float> links = {0.5F, 0.5F, 0, 0};
  GuidedPairs pairs = pairs_of(lengths, lengths);
  EXPECT_FALSE(guide_of({"alignment", "l1", 1}, pairs, like).defined());
  pairs.links = links;
  Tensor weights = at::tensor({0.5, 0.5, 0.9, 0.1}, at::kDouble).view({1, 1, 2, 2});
  Tensor guide = guide_of({"alignment", "l1", 1}, pairs, like);
  EXPECT_NEAR(guide_loss({"alignment", "l1", 1}, weights, guide).item<double>(), 0, 1e-12);
  EXPECT_NEAR(guide_loss({"alignment", "cross-entropy", 2}, weights, guide).item<double>(), 2 * std::log(2.0),
              1e-12);
}

TEST(Guide, OfL1IsTwiceWhatIsMissingOnTheDiagonal) {
  Tensor weights = at::softmax(random_values({2, 3, 4, 4}, "weights"), -1);
  const std::vector<int64_t> lengths = {4, 4};
  Tensor guide = guide_of({"identity", "l1", 1}, pairs_of(lengths, lengths), weights);
  double on = weights.diagonal(0, 2, 3).mean().item<double>();
  EXPECT_NEAR(guide_loss({"identity", "l1", 1}, weights, guide).item<double>() / 8, 2 * (1 - on), 1e-12);
}

// Every word of a vocabulary of three and of two more that the source has, one at a time.
TEST(Copying, IsTheMixtureOfWritingAndCopying) {
  Tensor logits = random_values({1, 3}, "logits"), gate = at::full({1, 1}, 0.3, at::kDouble);
  Tensor weights = at::tensor({0.1, 0.2, 0.3, 0.4}, at::kDouble).view({1, 1, 4});
  Tensor copies = at::tensor({3, 1, 4, 3}, at::kLong).view({1, 4});
  Tensor mixed = ops::mix_copy(logits, gate, weights, copies).exp()[0];
  Tensor made = at::softmax(logits, -1)[0] * 0.3;
  std::vector<double> copied = {0, 0.2, 0, 0.5, 0.3};
  for (int64_t w = 0; w < 5; ++w) {
    double expected = (w < 3 ? made[w].item<double>() : 0) + 0.7 * copied[static_cast<std::size_t>(w)];
    EXPECT_NEAR(mixed[w].item<double>(), expected, 1e-12);
    Tensor target = at::full({1, 1}, w, at::kLong);
    CopyBatch batch{logits.unsqueeze(1), gate.unsqueeze(1), weights.unsqueeze(2), copies, target};
    EXPECT_NEAR(copy_log_probs(batch, 0).item<double>(), std::log(expected), 1e-9);
  }
  EXPECT_NEAR(mixed.sum().item<double>(), 1, 1e-12);
}

}  // namespace
}  // namespace heed
