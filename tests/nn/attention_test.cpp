#include "heed/nn/attention/attention.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include "gradient_check.h"
#include "heed/base/error.h"
#include "message.h"

namespace heed {
namespace {

constexpr int64_t kB = 2, kH = 2, kTq = 3, kTk = 5, kD = 4;

struct Case {
  Query query{made_up({kB, kH, kTq, kD}, "query").requires_grad_(true), {}};
  Tensor states = made_up({kB, kH, kTk, kD}, "states").requires_grad_(true);
  Tensor mask = (at::tensor({1, 1, 1, 1, 1, 1, 1, 0, 0, 0}) != 0).view({kB, kTk});

  Glance look(const Attention& attention) const {
    return attention.attend(query, attention.remember(states, states, mask), {});
  }
};

// Every scorer in the list of scorers.h is held to the same invariants, a new one too.
template <std::size_t... I>
std::vector<ScorerOptions> every_scorer(std::index_sequence<I...>) {
  return {ScorerOptions(std::in_place_index<I>)...};
}

class EveryScorer : public testing::TestWithParam<ScorerOptions> {
 protected:
  Attention make(Parameters& parameters) const {
    return Attention({GetParam(), {}, {}}, {kD, kD}, Scope(parameters, "attention"));
  }
};

TEST_P(EveryScorer, GivesPaddingExactlyZeroWeightAndRowsThatSumToOne) {
  Parameters parameters = Parameters::draw(1, at::kDouble);
  Attention attention = make(parameters);
  Glance glance = Case().look(attention);
  EXPECT_EQ(glance.weights.sizes(), at::IntArrayRef({kB, kH, kTq, kTk}));
  EXPECT_EQ(glance.weights[1].narrow(-1, 2, 3).abs().sum().item<double>(), 0.0);
  EXPECT_LT((glance.weights.sum(-1) - 1).abs().max().item<double>(), 1e-12);
}

TEST_P(EveryScorer, GivesTheSameAloneAsInABatch) {
  Parameters parameters = Parameters::draw(1, at::kDouble);
  Attention attention = make(parameters);
  Case all, one;
  Glance together = all.look(attention);
  one.query.vector = all.query.vector.narrow(0, 1, 1);
  one.states = all.states.narrow(0, 1, 1).narrow(2, 0, 2);
  one.mask = all.mask.narrow(0, 1, 1).narrow(1, 0, 2);
  Glance alone = one.look(attention);
  EXPECT_LT((together.context[1] - alone.context[0]).abs().max().item<double>(), 1e-9);
  EXPECT_LT((together.weights[1].narrow(-1, 0, 2) - alone.weights[0]).abs().max().item<double>(), 1e-9);
}

TEST_P(EveryScorer, HasTheRightGradients) {
  Parameters parameters = Parameters::draw(1, at::kDouble);
  Attention attention = make(parameters);
  Case c;
  NamedTensors leaves = parameters.all();
  leaves.emplace_back("query", c.query.vector);
  leaves.emplace_back("states", c.states);
  check_gradients(leaves, [&] { return c.look(attention).context.pow(2).sum(); });
}

INSTANTIATE_TEST_SUITE_P(
    Scorers, EveryScorer,
    testing::ValuesIn(every_scorer(std::make_index_sequence<std::variant_size_v<ScorerOptions>>())),
    [](const auto& kind) {
      std::string name = std::visit([](const auto& o) { return std::string(o.kType); }, kind.param);
      std::replace(name.begin(), name.end(), '-', '_');
      return name;
    });

TEST(ScaledDotScorer, DividesByTheRootOfTheWidth) {
  Query query{at::ones({1, 1, 1, 4}, at::kDouble), {}};
  Seen seen{at::full({1, 1, 2, 4}, 3.0, at::kDouble), {}};
  EXPECT_TRUE(ScaledDotScorer(4).scores(query, seen).equal(at::full({1, 1, 1, 2}, 6.0, at::kDouble)));
}

TEST(DotScorer, RefusesUnequalWidthsWithTheReason) {
  Parameters parameters = Parameters::draw(1);
  std::string message = message_of<OptionError>([&] {
    Attention({DotOptions{}, {}, {}}, {4, 8}, Scope(parameters));
  });
  EXPECT_CONTAINS(message, "dot needs queries and keys of one width, found 4 (decoder) and 8 (encoder)");
}

// A window of the test's own: each query may look at its own position and the one before.
struct Previous : Window {
  Band band(const Query& query, const Memory&, const Carry&) const override {
    return {at::arange(query.vector.size(2), at::kLong).expand({query.vector.size(0), query.vector.size(2)}),
            1, 0};
  }
};

TEST(Attention, LooksOnlyInsideTheWindow) {
  Attention attention(std::make_unique<DotScorer>(), nullptr, std::make_unique<Previous>(),
                      std::make_unique<SoftmaxNormaliser>(1.0));
  Glance glance = Case().look(attention);
  for (int64_t q = 0; q < kTq; ++q) {
    for (int64_t k = 0; k < kTk; ++k) {
      bool inside = k == q || k == q - 1;
      EXPECT_EQ(glance.weights[0][0][q][k].item<double>() != 0.0, inside) << q << " " << k;
    }
  }
  EXPECT_EQ(glance.weights[1][0][2][1].item<double>(), 1.0);  // position 2 is padding there: only 1 is left
}

// A feature of the test's own that says how often a position was attended to before.
struct Told : Feature {
  Tensor of(const Carry& carry, const Memory&) const override {
    return carry.coverage.unsqueeze(-1).expand({-1, -1, -1, 3});
  }
};

TEST(Attention, ShowsTheScorerWhatTheFeatureSays) {
  Parameters parameters = Parameters::draw(1, at::kDouble);
  Attention attention(std::make_unique<AdditiveScorer>(Scope(parameters), kD, kD, 3),
                      std::make_unique<Told>(), std::make_unique<GlobalWindow>(),
                      std::make_unique<SoftmaxNormaliser>(1.0));
  Case c;
  Memory memory = attention.remember(c.states, c.states, c.mask);
  Carry nothing{{}, {}, at::zeros({kB, kH, kTk}, at::kDouble)};
  Carry something{{}, {}, at::arange(kTk, at::kDouble).expand({kB, kH, kTk})};
  EXPECT_TRUE(attention.attend(c.query, memory, nothing)
                  .weights.allclose(Attention(std::make_unique<AdditiveScorer>(Scope(parameters), kD, kD, 3),
                                              nullptr, std::make_unique<GlobalWindow>(),
                                              std::make_unique<SoftmaxNormaliser>(1.0))
                                        .attend(c.query, memory, {})
                                        .weights));
  EXPECT_FALSE(attention.attend(c.query, memory, something)
                   .weights.allclose(attention.attend(c.query, memory, nothing).weights));
}

TEST(Memory, HasABiasThatInterventionsCanSet) {
  Attention attention(std::make_unique<DotScorer>(), nullptr, std::make_unique<GlobalWindow>(),
                      std::make_unique<SoftmaxNormaliser>(1.0));
  Case c;
  Memory memory = attention.remember(c.states, c.states, c.mask);
  memory.bias = at::zeros({kB, kTk}, at::kDouble);
  memory.bias[0][4] = 100;
  EXPECT_NEAR(attention.attend(c.query, memory, {}).weights[0][0][0][4].item<double>(), 1.0, 1e-9);
}

}  // namespace
}  // namespace heed
