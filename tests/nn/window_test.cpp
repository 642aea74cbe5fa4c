#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include "gradient_check.h"
#include "heed/nn/attention/attention.h"

namespace heed {
namespace {

constexpr int64_t kD = 4;

// The columns with a weight, of row `row` of a decoder's step.
std::vector<int64_t> looked_at(const Glance& glance, const Memory& memory, int64_t row) {
  Tensor weights = ops::spread(glance.weights, glance.begin, memory.keys)[row].sum(0);
  std::vector<int64_t> columns;
  for (int64_t j = 0; j < weights.size(0); ++j)
    if (weights[j].item<double>() != 0) columns.push_back(j);
  return columns;
}

// A source of six tokens and one of three, and all steps of a decoder over them.
class Windows : public testing::Test {
 protected:
  std::vector<std::vector<int64_t>> columns(const WindowOptions& window, int64_t steps, int64_t row) {
    AttentionOptions options;
    options.score = DotOptions{};
    options.window = window;
    Attention attention(options, {kD, kD}, Scope(parameters_));
    Memory memory = attention.remember(states_, states_, mask_);
    Carry carry = attention.start(memory);
    std::vector<std::vector<int64_t>> seen;
    for (int64_t t = 0; t < steps; ++t) {
      Glance glance = attention.attend({random_values({2, 1, 1, kD}, "q"), carry.position}, memory, carry);
      seen.push_back(looked_at(glance, memory, row));
      carry = glance.carry;
    }
    return seen;
  }

  using Seen = std::vector<std::vector<int64_t>>;
  Parameters parameters_ = Parameters::draw(1, at::kDouble);
  Tensor states_ = random_values({2, 1, 6, kD}, "states");
  Tensor mask_ = (at::tensor({1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0}) != 0).view({2, 6});
};

TEST_F(Windows, LocalMonotonicFollowsTheStepAndStaysInTheSource) {
  EXPECT_EQ(columns(LocalMonotonicOptions{1}, 7, 0),
            (Seen{{0, 1}, {0, 1, 2}, {1, 2, 3}, {2, 3, 4}, {3, 4, 5}, {4, 5}, {4, 5}}));
  EXPECT_EQ(columns(LocalMonotonicOptions{1}, 5, 1), (Seen{{0, 1}, {0, 1, 2}, {1, 2}, {1, 2}, {1, 2}}));
}

TEST_F(Windows, CausalLooksAtNothingBeyondTheStep) {
  EXPECT_EQ(columns(CausalOptions{}, 3, 0), (Seen{{0}, {0, 1}, {0, 1, 2}}));
}

TEST(MedianWindow, LooksAroundTheMedianOfTheWeightsBefore) {
  Tensor weights = at::zeros({2, 2, 6}, at::kDouble);
  weights[0][0][4] = 0.6;
  weights[0][0][1] = 0.4;
  weights[0][1][4] = 1;
  Band band = MedianWindow(2).band({}, {}, {{}, weights, {}});
  EXPECT_EQ(band.centre[0][0].item<double>(), 4);
  EXPECT_EQ(band.centre[1][0].item<double>(), 0);  // nothing was looked at yet
  EXPECT_EQ(band.before, 2);
  EXPECT_EQ(band.after, 1);
}

TEST(SlidingWindow, IsDenseAttentionUnderABandOfItsOwnPositions) {
  Parameters parameters = Parameters::draw(1, at::kDouble);
  AttentionOptions options, dense;
  options.score = dense.score = DotOptions{};
  options.window = SlidingOptions{1};
  Attention attention(options, {kD, kD}, Scope(parameters));
  Tensor states = random_values({2, 2, 5, kD}, "states");
  Tensor mask = (at::tensor({1, 1, 1, 1, 1, 1, 1, 1, 0, 0}) != 0).view({2, 5});
  Memory memory = attention.remember(states, states, mask);
  Tensor queries = random_values({2, 2, 5, kD}, "queries"),
         position = at::arange(5, at::kDouble).expand({2, 5});
  Glance glance = attention.attend({queries, position}, memory, {});
  Tensor allowed = ops::band(mask, position, 1, 1);
  Tensor weights = ops::normalise_softmax(ops::score_dot(queries, states, 1.0), allowed, {}, 1.0);
  EXPECT_LT((glance.context - at::matmul(weights, states)).abs().max().item<double>(), 1e-12);
  EXPECT_EQ(glance.weights.sizes(), at::IntArrayRef({2, 2, 5, 3}));
  for (int64_t t = 0; t < 5; ++t) EXPECT_EQ(glance.begin[0][t].item<int64_t>(), t - 1);
}

// Luong 2015, equations 9 and 10, one position at a time.
TEST(LocalPredictiveWindow, IsItsEquation) {
  Parameters parameters = Parameters::draw(5, at::kDouble);
  AttentionOptions options;
  options.score = DotOptions{};
  options.window = LocalPredictiveOptions{2};
  Attention attention(options, {kD, kD}, Scope(parameters));
  std::map<std::string, Tensor> named;
  for (const auto& [name, tensor] : parameters.all()) named[name] = tensor.detach();
  constexpr int64_t kS = 9;
  Tensor states = random_values({1, 1, kS, kD}, "states"), query = random_values({1, 1, 1, kD}, "query");
  Memory memory = attention.remember(states, states, at::ones({1, kS}, at::kBool));
  Glance glance = attention.attend({query, {}}, memory, attention.start(memory));
  Tensor q = query[0][0][0];
  Tensor inner = named["window.predict.weight"].mv(at::tanh(named["window.hidden.weight"].mv(q)));
  double p = kS / (1 + std::exp(-inner.item<double>())), sum = 0;
  auto score = [&](int64_t s) { return std::exp(q.dot(states[0][0][s]).item<double>()); };
  auto inside = [&](int64_t s) { return std::abs(static_cast<double>(s) - p) <= 2; };
  for (int64_t s = 0; s < kS; ++s) sum += inside(s) ? score(s) : 0;
  Tensor weights = ops::spread(glance.weights, glance.begin, memory.keys)[0][0];
  for (int64_t s = 0; s < kS; ++s) {
    double far = static_cast<double>(s) - p;
    double expected = inside(s) ? score(s) / sum * std::exp(-far * far / 2) : 0;  // σ = D/2 = 1
    EXPECT_NEAR(weights[s].item<double>(), expected, 1e-12) << s;
  }
}

TEST(LocalPredictiveWindow, SendsAGradientToItsPositionPredictor) {
  Parameters parameters = Parameters::draw(5, at::kDouble);
  AttentionOptions options;
  options.score = DotOptions{};
  options.window = LocalPredictiveOptions{2};
  Attention attention(options, {kD, kD}, Scope(parameters));
  Tensor states = random_values({2, 1, 9, kD}, "states"), query = random_values({2, 1, 1, kD}, "query");
  auto loss = [&] {
    Memory memory = attention.remember(states, states, at::ones({2, 9}, at::kBool));
    return attention.attend({query, {}}, memory, {}).context.pow(2).sum();
  };
  check_gradients(parameters.all(), loss);
  for (const auto& [name, tensor] : parameters.all())
    EXPECT_GT(tensor.grad().abs().max().item<double>(), 1e-4) << name;
}

}  // namespace
}  // namespace heed
