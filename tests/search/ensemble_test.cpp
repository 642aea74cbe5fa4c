#include "heed/search/ensemble.h"

#include <gtest/gtest.h>

#include "heed/base/error.h"
#include "message.h"
#include "search/history_stepper.h"

namespace heed {
namespace {

using Members = std::vector<Ensemble::Member>;

// Gives the same numbers at every step.
struct FixedStepper : Stepper {
  FixedStepper(std::vector<float> p, std::vector<float> w, int32_t head_count = 1)
      : weights(std::move(w)), heads(head_count) {
    for (float x : p) log_probs.push_back(std::log(x));
  }
  StepOut step(std::span<const int32_t>, std::span<const int32_t>) override {
    attention = {weights, begin, heads, static_cast<int32_t>(weights.size()) / heads};
    return {log_probs, static_cast<int32_t>(log_probs.size()), {&attention, step_blocks().size()}};
  }
  // It has no attention if it has no weights.
  std::vector<AttentionBlock> step_blocks() const override {
    if (weights.empty()) return {};
    return {{"decoder", 0, "target", "source"}};
  }
  std::vector<float> log_probs, weights;
  std::vector<int32_t> begin = {0};
  int32_t heads;
  StepAttention attention;
};

template <class... M>
Members members_of(M... member) {
  Members members;
  (members.push_back({std::make_unique<M>(member)}), ...);
  return members;
}

const Ids kRow = {0};

TEST(Ensemble, AveragesProbabilitiesAndAttention) {
  Ensemble both(members_of(FixedStepper({0.9F, 0.1F}, {1, 0}), FixedStepper({0.3F, 0.7F}, {0.5F, 0.5F})),
                Ensemble::Mean::probabilities, 2);
  StepOut out = both.step(kRow, kRow);
  EXPECT_NEAR(std::exp(out.log_probs[0]), 0.6, 1e-6);
  EXPECT_NEAR(std::exp(out.log_probs[1]), 0.4, 1e-6);
  EXPECT_FLOAT_EQ(out.attention[0].weights[0], 0.75F);
  EXPECT_FLOAT_EQ(out.attention[0].weights[1], 0.25F);
}

TEST(Ensemble, AveragesLogProbabilitiesToADistribution) {
  Ensemble both(members_of(FixedStepper({0.8F, 0.2F}, {1}), FixedStepper({0.2F, 0.8F}, {1})),
                Ensemble::Mean::log_probabilities, 1);
  StepOut out = both.step(kRow, kRow);
  EXPECT_NEAR(std::exp(out.log_probs[0]), 0.5, 1e-6);
  EXPECT_NEAR(std::exp(out.log_probs[1]), 0.5, 1e-6);
}

TEST(Ensemble, TakesTheFirstMembersAttentionWhereTheyDiffer) {
  Ensemble both(
      members_of(FixedStepper({0.5F, 0.5F}, {0.75F, 0.25F}), FixedStepper({0.5F, 0.5F}, {1, 0, 0, 1}, 2)),
      Ensemble::Mean::probabilities, 2);
  StepOut out = both.step(kRow, kRow);
  EXPECT_EQ(std::vector<float>(out.attention[0].weights.begin(), out.attention[0].weights.end()),
            (std::vector<float>{0.75F, 0.25F}));
  EXPECT_EQ(out.attention[0].heads, 1);
}

TEST(Ensemble, RefusesAVocabularyOfAnotherModel) {
  Ensemble both(members_of(FixedStepper({0.5F, 0.5F}, {1}), FixedStepper({0.2F, 0.3F, 0.5F}, {1})),
                Ensemble::Mean::probabilities, 1);
  std::string message = message_of<InputError>([&] { both.step(kRow, kRow); });
  EXPECT_CONTAINS(message, "2 output tokens");
  EXPECT_CONTAINS(message, "found 3: a vocabulary of another model");
}

Ensemble two_models(int32_t sentences) {
  return {members_of(HistoryStepper(sentences, 100), HistoryStepper(sentences, 900)),
          Ensemble::Mean::probabilities, 3};
}

TEST(Ensemble, OfAModelWithItselfIsTheModel) {
  Ensemble twice(members_of(HistoryStepper(2), HistoryStepper(2)), Ensemble::Mean::probabilities, 3);
  HistoryStepper once(2);
  auto a = beam_search(twice, sentences_of({8, 5}), kTokens, options_with(3));
  auto b = beam_search(once, sentences_of({8, 5}), kTokens, options_with(3));
  for (std::size_t s = 0; s < 2; ++s) {
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(a[s][i].tokens, b[s][i].tokens);
  }
}

TEST(Ensemble, FindsHypothesesWhoseAttentionIsThatOfTheirForcedScoring) {
  auto sentences = sentences_of({8, 8});
  Ensemble searched = two_models(2);
  auto found = beam_search(searched, sentences, kTokens, options_with(4));
  for (std::size_t i = 0; i < 4; ++i) {
    std::vector<Ids> outputs = {found[0][i].tokens, found[1][i].tokens};
    Ensemble again = two_models(2);
    auto forced = score_given(again, sentences, outputs, kTokens, options_with(4));
    for (std::size_t s = 0; s < 2; ++s) {
      EXPECT_EQ(forced[s].attention[0].weights, found[s][i].attention[0].weights);
      EXPECT_EQ(forced[s].log_probability, found[s][i].log_probability);
    }
  }
}

}  // namespace
}  // namespace heed
