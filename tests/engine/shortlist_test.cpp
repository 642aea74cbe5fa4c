#include "heed/engine/shortlist.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/attention_model.h"
#include "message.h"

namespace heed::engine {
namespace {

using Ids = std::vector<int32_t>;

// Source token 1 brings 4, source token 3 brings 2 and 4; 0 is always there.
const Ids kAlways = {0}, kBegins = {0, 0, 1, 1, 3, 3}, kTokens = {4, 2, 4};
const Shortlist kList{kAlways, kBegins, kTokens};

class ShortlistEngine : public testing::TestWithParam<Precision> {
 protected:
  // The model's parameters in the test's precision.
  struct Rounded : OwnWeights {
    explicit Rounded(OwnWeights own) : OwnWeights(std::move(own)) {}
    std::shared_ptr<const Product> product(const std::string& name, int64_t first,
                                           MatrixSize size) const override {
      return std::make_shared<Product>(get(name).data + first * size.inputs, size, GetParam());
    }
  };

  static Example example(const Ids& source, const Ids& target = {}) {
    Example made{std::vector<Column>(2)};
    made[kSourceAt].ids = source;
    made[kSourceAt].copies = Ids(source.size(), 0);
    made[kTargetAt].ids = target;
    return made;
  }

  StepOut first_step(const Example& example, const StepNeeds& needs) {
    const Example* one = &example;
    stepper_ = engine_.start(std::span(&one, 1), needs);
    return stepper_->step(Ids{0}, Ids{2});
  }

  HandMade model_ = attention_model();
  Rounded parameters_{model_.parameters()};
  Engine engine_{model_.graphs, parameters_, model_.schema, kUnknown, kList};
  std::unique_ptr<Stepper> stepper_;
};

Ids tokens_of(const StepOut& out) {
  return {out.tokens.begin(), out.tokens.end()};
}

TEST_P(ShortlistEngine, HasColumnsForWhatTheSourcesBringAndNoOthers) {
  EXPECT_EQ(tokens_of(first_step(example({3, 1, 3}), {.any_token = false})), (Ids{0, 2, 4}));
  EXPECT_EQ(tokens_of(first_step(example({1}), {.any_token = false})), (Ids{0, 4}));
  EXPECT_EQ(tokens_of(first_step(example({2}), {.any_token = false})), (Ids{0}));
  EXPECT_EQ(tokens_of(first_step(example({3}), {.any_token = true})), Ids{});
}

TEST_P(ShortlistEngine, KnowsATargetOnlyWhereOutputsBeginWithIt) {
  EXPECT_EQ(tokens_of(first_step(example({1}, {5, 3}), {.any_token = false})), (Ids{0, 4}));
  EXPECT_EQ(tokens_of(first_step(example({1}, {5, 3}), {.any_token = false, .prefix = true})),
            (Ids{0, 3, 4, 5}));
}

// The probabilities are those of the whole vocabulary, shared out among fewer.
TEST_P(ShortlistEngine, GivesTheProbabilitiesOfTheWholeVocabularySharedAmongThese) {
  Example source = example({3, 1});
  StepOut whole = first_step(source, {});
  std::vector<float> all(whole.log_probs.begin(), whole.log_probs.end());
  StepOut some = first_step(source, {.any_token = false});
  double sum = 0;
  for (int32_t token : some.tokens)
    sum += std::exp(static_cast<double>(all[static_cast<std::size_t>(token)]));
  for (std::size_t c = 0; c < some.tokens.size(); ++c)
    EXPECT_NEAR(some.log_probs[c], all[static_cast<std::size_t>(some.tokens[c])] - std::log(sum), 1e-5);
}

INSTANTIATE_TEST_SUITE_P(Precisions, ShortlistEngine,
                         testing::Values(Precision::fp32, Precision::bf16, Precision::int8),
                         [](const auto& precision) { return name_of(precision.param); });

TEST(Shortlist, OfOtherVocabulariesIsRefused) {
  kList.check(5, 6);
  EXPECT_THROW(kList.check(4, 6), InputError);
  EXPECT_THROW(kList.check(5, 4), InputError);
  Ids backward = {0, 3, 1, 1, 3, 3}, negative = {-1};
  EXPECT_THROW((Shortlist{kAlways, backward, kTokens}.check(5, 6)), InputError);
  EXPECT_THROW((Shortlist{negative, kBegins, kTokens}.check(5, 6)), InputError);
  EXPECT_THROW((Shortlist{kAlways, {}, {}}.check(5, 6)), InputError);
}

}  // namespace
}  // namespace heed::engine
