#include "heed/nn/attention/attention.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "gradient_check.h"
#include "heed/base/error.h"
#include "message.h"

namespace heed {
namespace {

constexpr int64_t kB = 2, kH = 2, kTk = 7, kD = 4, kSteps = 3;

// Every alternative of a list of options, a new one too.
template <class Variant, std::size_t... I>
std::vector<Variant> every(std::index_sequence<I...>) {
  return {Variant(std::in_place_index<I>)...};
}
template <class Variant>
std::vector<Variant> every() {
  return every<Variant>(std::make_index_sequence<std::variant_size_v<Variant>>());
}

template <class Variant>
std::string name_of(const Variant& options) {
  std::string name = std::visit([](const auto& o) { return std::string(o.kType); }, options);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

// Small windows, so that they are narrower than the source; small everything else.
AttentionOptions small(ScorerOptions score, WindowOptions window, NormaliserOptions normaliser) {
  AttentionOptions options;
  options.score = std::move(score);
  options.window = std::move(window);
  options.normaliser = std::move(normaliser);
  std::visit(
      [](auto& o) {
        if constexpr (requires { o.width; }) o.width = 3;
      },
      options.score);
  std::visit(
      [](auto& o) {
        if constexpr (requires { o.reach; }) o.reach = o.filters = 2;
      },
      options.score);
  std::visit(
      [](auto& o) {
        if constexpr (requires { o.positions; }) o.positions = 6;
      },
      options.score);
  std::visit(
      [](auto& o) {
        if constexpr (requires { o.radius; }) o.radius = 2;
      },
      options.window);
  std::visit(
      [](auto& o) {
        if constexpr (requires { o.k; }) o.k = 2;
      },
      options.normaliser);
  return options;
}

// Two sources, the second of three tokens; a decoder's steps over them.
struct Case {
  Tensor queries = random_values({kSteps, kB, kH, 1, kD}, "query").requires_grad_(true);
  Tensor states = random_values({kB, kH, kTk, kD}, "states").requires_grad_(true);
  Tensor mask = (at::tensor({1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0}) != 0).view({kB, kTk});

  std::vector<Glance> look(const Attention& attention) const {
    Memory memory = attention.remember(states, states, mask);
    Carry carry = attention.start(memory);
    std::vector<Glance> glances;
    for (const Tensor& query : queries.unbind(0)) {
      glances.push_back(attention.attend({query, carry.position}, memory, carry));
      carry = glances.back().carry;
    }
    return glances;
  }

  // A weight for every step and element, so that nothing cancels out.
  Tensor loss(const Attention& attention) const {
    Tensor sum = at::zeros({}, at::kDouble);
    for (const Glance& glance : look(attention))
      sum = sum * 1.3 + (glance.context * random_values(glance.context.sizes().vec(), "factor")).sum();
    return sum;
  }
};

// One step's weights over the whole source.
Tensor whole(const Glance& glance, const Tensor& states) {
  return ops::spread(glance.weights, glance.begin, states);
}

using Combination = std::tuple<ScorerOptions, WindowOptions, NormaliserOptions>;

class EveryCombination : public testing::TestWithParam<Combination> {
 protected:
  Attention make(Parameters& parameters) const {
    auto [score, window, normaliser] = GetParam();
    return Attention(small(score, window, normaliser), {kD, kD, kH}, Scope(parameters, "attention"));
  }
  template <class Options>
  bool has() const {
    return std::visit([](const auto& o) { return std::is_same_v<std::decay_t<decltype(o)>, Options>; },
                      std::get<1>(GetParam())) ||
           std::visit([](const auto& o) { return std::is_same_v<std::decay_t<decltype(o)>, Options>; },
                      std::get<2>(GetParam()));
  }
};

TEST_P(EveryCombination, GivesPaddingExactlyZeroWeightAndRowsThatSumToOneWhereTheyShould) {
  Parameters parameters = Parameters::draw(1, at::kDouble);
  Attention attention = make(parameters);
  Case c;
  for (const Glance& glance : c.look(attention)) {
    Tensor weights = whole(glance, c.states);
    EXPECT_EQ(weights[1].narrow(-1, 3, 4).abs().sum().item<double>(), 0.0);
    EXPECT_GE(weights.min().item<double>(), 0.0);
    if (has<StructuredOptions>()) continue;
    double most = weights.sum(-1).max().item<double>(), least = weights.sum(-1).min().item<double>();
    EXPECT_LE(most, 1 + 1e-12);
    if (has<LocalPredictiveOptions>())
      EXPECT_GT(least, 0.0);
    else
      EXPECT_NEAR(least, 1.0, 1e-12);
  }
}

TEST_P(EveryCombination, GivesTheSameAloneAsInABatch) {
  Parameters parameters = Parameters::draw(1, at::kDouble);
  Attention attention = make(parameters);
  Case all, one;
  one.queries = all.queries.narrow(1, 1, 1);
  one.states = all.states.narrow(0, 1, 1).narrow(2, 0, 3);
  one.mask = all.mask.narrow(0, 1, 1).narrow(1, 0, 3);
  auto together = all.look(attention), alone = one.look(attention);
  for (std::size_t t = 0; t < alone.size(); ++t) {
    EXPECT_LT((together[t].context[1] - alone[t].context[0]).abs().max().item<double>(), 1e-9);
    Tensor difference = whole(together[t], all.states)[1].narrow(-1, 0, 3) - whole(alone[t], one.states)[0];
    EXPECT_LT(difference.abs().max().item<double>(), 1e-9);
  }
}

// Without gradients a window is always gathered; with them, one that the source fits into is not.
TEST_P(EveryCombination, IsTheSameGatheredAndWhole) {
  Parameters parameters = Parameters::draw(1, at::kDouble);
  auto [score, window, normaliser] = GetParam();
  AttentionOptions options = small(score, window, normaliser);
  std::visit(
      [](auto& o) {
        if constexpr (requires { o.radius; }) o.radius = 4;
      },
      options.window);
  Attention attention(options, {kD, kD, kH}, Scope(parameters));
  Case c;
  auto dense = c.look(attention);
  at::NoGradGuard no_gradient;
  auto gathered = c.look(attention);
  for (std::size_t t = 0; t < dense.size(); ++t) {
    EXPECT_LT((dense[t].context - gathered[t].context).abs().max().item<double>(), 1e-12);
    Tensor difference = whole(dense[t], c.states) - whole(gathered[t], c.states);
    EXPECT_LT(difference.abs().max().item<double>(), 1e-12);
  }
}

TEST_P(EveryCombination, HasTheRightGradients) {
  if (has<HardOptions>()) return;  // a choice has no gradient: it is trained by its reward
  Parameters parameters = Parameters::draw(2, at::kDouble);
  Attention attention = make(parameters);
  Case c;
  NamedTensors leaves = parameters.all();
  leaves.emplace_back("queries", c.queries);
  leaves.emplace_back("states", c.states);
  check_gradients(
      leaves, [&] { return c.loss(attention); }, 6);
}

INSTANTIATE_TEST_SUITE_P(ScoresWindowsNormalisers, EveryCombination,
                         testing::Combine(testing::ValuesIn(every<ScorerOptions>()),
                                          testing::ValuesIn(every<WindowOptions>()),
                                          testing::ValuesIn(every<NormaliserOptions>())),
                         [](const auto& kind) {
                           return name_of(std::get<0>(kind.param)) + "_" + name_of(std::get<1>(kind.param)) +
                                  "_" + name_of(std::get<2>(kind.param));
                         });

TEST(Coverage, IsSeenByScoresThatHaveAHiddenLayer) {
  for (ScorerOptions score : {ScorerOptions(AdditiveOptions{}), ScorerOptions(ConcatOptions{}),
                              ScorerOptions(LocationAwareOptions{})}) {
    Parameters parameters = Parameters::draw(1, at::kDouble);
    AttentionOptions options = small(score, GlobalOptions{}, SoftmaxOptions{});
    options.coverage.feature = true;
    Attention attention(options, {kD, kD, kH}, Scope(parameters));
    Case c;
    Tensor before = c.look(attention).back().weights.detach().clone();
    check_gradients(
        parameters.all(), [&] { return c.loss(attention); }, 6);
    for (const auto& [name, tensor] : parameters.all())
      if (name == "coverage.weight") tensor.detach().mul_(20);
    EXPECT_GT((c.look(attention).back().weights - before).abs().max().item<double>(), 1e-3);
  }
}

TEST(Coverage, IsRefusedByScoresWithoutAHiddenLayer) {
  Parameters parameters = Parameters::draw(1);
  std::string message = message_of<OptionError>([&] {
    AttentionOptions options;
    options.score = GeneralOptions{};
    options.coverage.feature = true;
    Attention(options, {4, 4}, Scope(parameters));
  });
  EXPECT_CONTAINS(message, "which general does not have; use additive, concat or location-aware");
}

TEST(Coverage, IsTheSumOfTheWeightsOfAllStepsBefore) {
  Parameters parameters = Parameters::draw(1, at::kDouble);
  AttentionOptions options = small(DotOptions{}, LocalMonotonicOptions{}, SoftmaxOptions{});
  options.coverage.loss = 1;
  Attention attention(options, {kD, kD, kH}, Scope(parameters));
  Case c;
  auto glances = c.look(attention);
  Tensor sum = whole(glances[0], c.states) + whole(glances[1], c.states) + whole(glances[2], c.states);
  EXPECT_LT((glances[2].carry.coverage - sum).abs().max().item<double>(), 1e-12);
}

TEST(Memory, HasABiasThatInterventionsCanSet) {
  for (WindowOptions window : {WindowOptions(GlobalOptions{}), WindowOptions(LocalMonotonicOptions{2})}) {
    Parameters parameters = Parameters::draw(1, at::kDouble);
    AttentionOptions options;
    options.score = DotOptions{};
    options.window = window;
    Attention attention(options, {kD, kD}, Scope(parameters));
    Case c;
    Memory memory = attention.remember(c.states, c.states, c.mask);
    memory.bias = at::zeros({kB, kTk}, at::kDouble);
    memory.bias[0][1] = 100;
    Carry carry = attention.start(memory);
    Glance glance = attention.attend({c.queries[0], carry.position}, memory, carry);
    EXPECT_NEAR(whole(glance, c.states)[0][0][1].item<double>(), 1.0, 1e-9);
  }
}

}  // namespace
}  // namespace heed
