#include <gtest/gtest.h>

#include <map>

#include "search/history_stepper.h"

namespace heed {
namespace {

SearchOptions samples(int64_t count) {
  SearchOptions options;
  options.samples = count;
  return options;
}

TEST(Sample, DrawsOutputsAsOftenAsTheyAreProbable) {
  std::map<Ids, double> expected;
  double allowed = 0;
  for (const Output& output : all_outputs(100, 2)) expected[output.tokens] = 0;
  for (auto& [tokens, probability] : expected) {
    // Of what is allowed, at every step: the start token is never produced.
    Ids history = {100, kStart};
    probability = 1;
    for (int32_t token : tokens) {
      auto row = HistoryStepper::distribution(history);
      probability *= std::exp(row[static_cast<std::size_t>(token)]) / (1 - std::exp(row[kStart]));
      history.push_back(token);
    }
    allowed += probability;
  }
  EXPECT_NEAR(allowed, 1, 1e-5);
  HistoryStepper stepper(1);
  std::map<Ids, double> share;
  auto found = sample(stepper, sentences_of({2}), kTokens, samples(1000))[0];
  for (const Hypothesis& h : found) share[h.tokens] += 1e-3;
  for (const auto& [tokens, probability] : expected) EXPECT_NEAR(share[tokens], probability, 0.05);
}

TEST(Sample, DoesNotDependOnWhatElseIsInTheBatch) {
  HistoryStepper together(3), alone(1, 102), fewer(1, 102);
  auto all = sample(together, sentences_of({9, 9, 9}), kTokens, samples(4));
  auto sentences = sentences_of({9});
  sentences[0].number = 2;
  auto one = sample(alone, sentences, kTokens, samples(4))[0];
  auto first = sample(fewer, sentences, kTokens, samples(1))[0];
  ASSERT_EQ(all[2].size(), 4u);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(all[2][i].tokens, one[i].tokens);
    EXPECT_EQ(all[2][i].attention[0].weights, one[i].attention[0].weights);
  }
  EXPECT_EQ(first[0].tokens, one[0].tokens);
}

TEST(Sample, DiffersBySeedAndBySentence) {
  auto draws = [](int64_t seed, uint64_t number) {
    HistoryStepper stepper(1);
    SearchOptions options = samples(20);
    options.seed = seed;
    auto sentences = sentences_of({9});
    sentences[0].number = number;
    std::vector<Ids> tokens;
    auto found = sample(stepper, sentences, kTokens, options)[0];
    for (const Hypothesis& h : found) tokens.push_back(h.tokens);
    return tokens;
  };
  EXPECT_EQ(draws(1, 1), draws(1, 1));
  EXPECT_NE(draws(1, 1), draws(2, 1));
  EXPECT_NE(draws(1, 1), draws(1, 2));
}

TEST(Sample, HasTheModelsOwnLogProbabilityAndAttention) {
  SearchOptions options = samples(10);
  options.temperature = 3;
  options.top_k = 3;
  auto sentences = sentences_of({9});
  HistoryStepper stepper(1);
  auto found = sample(stepper, sentences, kTokens, options)[0];
  for (const Hypothesis& h : found) {
    HistoryStepper again(1);
    Hypothesis forced = score_given(again, sentences, std::vector<Ids>{h.tokens}, kTokens, options)[0];
    EXPECT_EQ(h.log_probability, forced.log_probability);
    EXPECT_EQ(h.attention[0].weights, forced.attention[0].weights);
    EXPECT_EQ(h.normalised_log_probability, forced.normalised_log_probability);
  }
}

TEST(Sample, OfTheLikeliestAloneIsGreedy) {
  HistoryStepper greedy(1), stepper(1);
  SearchOptions options = samples(3);
  options.top_k = 1;
  auto best = beam_search(greedy, sentences_of({12}), kTokens, options_with(1))[0][0];
  auto found = search(stepper, sentences_of({12}), kTokens, options)[0];
  for (const Hypothesis& h : found) EXPECT_EQ(h.tokens, best.tokens);
}

TEST(Sample, BeginsWithThePrefix) {
  HistoryStepper stepper(1);
  auto sentences = sentences_of({9});
  sentences[0].prefix = {4, 2, 4};
  auto found = sample(stepper, sentences, kTokens, samples(5))[0];
  for (const Hypothesis& h : found)
    EXPECT_EQ(Ids(h.tokens.begin(), h.tokens.begin() + 3), sentences[0].prefix);
}

}  // namespace
}  // namespace heed
