// The scores one by one, held to their equations; what all have in common is in attention_test.cpp.
#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include "gradient_check.h"
#include "heed/base/error.h"
#include "heed/nn/attention/attention.h"
#include "message.h"

namespace heed {
namespace {

constexpr int64_t kD = 4;

TEST(LocationAwareScore, MovesOnFromWhereItLookedBefore) {
  Parameters parameters = Parameters::draw(1, at::kDouble);
  LocationAwareOptions score;
  score.width = score.filters = 1;
  score.reach = 1;
  AttentionOptions options;
  options.score = score;
  Attention attention(options, {kD, kD}, Scope(parameters));
  // Filters that see what was looked at one position to the left, and nothing else counts.
  for (const auto& [name, tensor] : parameters.all()) tensor.detach().zero_();
  std::map<std::string, Tensor> named;
  for (const auto& [name, tensor] : parameters.all()) named[name] = tensor;
  named["score.location.filters"].detach()[0][0] = 1;
  named["score.location.project.weight"].detach().fill_(3);
  named["score.v"].detach().fill_(50);
  Memory memory = attention.remember(at::ones({1, 1, 5, kD}, at::kDouble),
                                     at::ones({1, 1, 5, kD}, at::kDouble), at::ones({1, 5}, at::kBool));
  Carry carry = attention.start(memory);
  carry.weights[0][0][2] = 1;
  Glance glance = attention.attend({at::ones({1, 1, 1, kD}, at::kDouble), {}}, memory, carry);
  EXPECT_NEAR(glance.weights[0][0][0][3].item<double>(), 1.0, 1e-9);
}

TEST(LocationScore, IsTheRowOfItsPosition) {
  Parameters parameters = Parameters::draw(1, at::kDouble);
  LocationScorer scorer(Scope(parameters), kD, 3);
  Tensor query = random_values({1, 1, 1, kD}, "q"), keys = at::zeros({1, 1, 4, 2}, at::kDouble);
  Tensor scores = scorer.scores({query, {}}, {keys, {}, {}})[0][0][0];
  Tensor expected = scorer.place.weight.mv(query[0][0][0]);
  EXPECT_TRUE(scores.narrow(0, 0, 3).allclose(expected));
  EXPECT_LT(scores[3].item<double>(), -1e3);  // beyond the maximum
  Tensor later = scorer.scores({query, {}}, {keys, {}, at::full({1, 1}, 1, at::kLong)})[0][0][0];
  EXPECT_TRUE(later.narrow(0, 0, 2).allclose(expected.narrow(0, 1, 2)));
}

TEST(CosineScore, IsTheCosineTimesItsGain) {
  Parameters parameters = Parameters::draw(1, at::kDouble);
  CosineScorer scorer{Scope(parameters)};
  Tensor query = random_values({1, 1, 1, kD}, "q"), keys = random_values({1, 1, 3, kD}, "k");
  Tensor scores = scorer.scores({query, {}}, {scorer.prepare(keys), {}, {}})[0][0][0];
  for (int64_t j = 0; j < 3; ++j) {
    Tensor q = query[0][0][0], k = keys[0][0][j];
    double cosine = (q.dot(k) / (q.norm() * k.norm())).item<double>();
    EXPECT_NEAR(scores[j].item<double>(), 10 * cosine, 1e-9);
  }
}

TEST(ScaledDotScorer, DividesByTheRootOfTheWidth) {
  Query query{at::ones({1, 1, 1, 4}, at::kDouble), {}};
  Seen seen{at::full({1, 1, 2, 4}, 3.0, at::kDouble), {}, {}};
  EXPECT_TRUE(ScaledDotScorer(4).scores(query, seen).equal(at::full({1, 1, 1, 2}, 6.0, at::kDouble)));
}

TEST(DotScorer, RefusesUnequalWidthsWithTheReason) {
  Parameters parameters = Parameters::draw(1);
  std::string message = message_of<OptionError>([&] {
    AttentionOptions options;
    options.score = DotOptions{};
    Attention(options, {4, 8}, Scope(parameters));
  });
  EXPECT_CONTAINS(message, "dot needs queries and keys of one width, found 4 (decoder) and 8 (encoder)");
}

}  // namespace
}  // namespace heed
