#include "heed/search/search.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "heed/base/random.h"

namespace heed {
namespace {

constexpr int32_t kStart = 0, kEnd = 1, kVocabulary = 5;
const SearchTokens kTokens{kStart, kEnd, {kStart}};

// A made-up model whose distribution depends on the whole history, so that a wrong parent gives wrong
// numbers. Its "attention" is a fingerprint of the history that its row continues.
class HistoryStepper : public Stepper {
 public:
  explicit HistoryStepper(int32_t sentences) : histories_(static_cast<std::size_t>(sentences)) {
    for (std::size_t s = 0; s < histories_.size(); ++s) histories_[s] = {static_cast<int32_t>(s) + 100};
  }

  static std::vector<float> distribution(const std::vector<int32_t>& history) {
    Random random(hash_of(history), "step");
    std::vector<float> row(kVocabulary);
    double total = 0;
    for (uint64_t i = 0; i < kVocabulary; ++i) total += std::exp(3 * random.uniform(i));
    for (uint64_t i = 0; i < kVocabulary; ++i)
      row[i] = static_cast<float>(3 * random.uniform(i) - std::log(total));
    return row;
  }
  static std::vector<float> weights(const std::vector<int32_t>& history) {
    double x = Random(hash_of(history), "weights").uniform(0);
    return {static_cast<float>(x), static_cast<float>(1 - x)};
  }

  StepOut step(std::span<const int32_t> parents, std::span<const int32_t> tokens) override {
    std::vector<std::vector<int32_t>> next;
    log_probs_.clear();
    weights_.clear();
    for (std::size_t r = 0; r < parents.size(); ++r) {
      next.push_back(histories_[static_cast<std::size_t>(parents[r])]);
      next.back().push_back(tokens[r]);
      auto row = distribution(next.back()), seen = weights(next.back());
      log_probs_.insert(log_probs_.end(), row.begin(), row.end());
      weights_.insert(weights_.end(), seen.begin(), seen.end());
    }
    begin_.assign(parents.size(), 0);
    histories_ = std::move(next);
    return {log_probs_, kVocabulary, weights_, begin_, 1, 2};
  }

 private:
  static uint64_t hash_of(const std::vector<int32_t>& history) {
    std::string text;
    for (int32_t token : history) text += std::to_string(token) + ",";
    return hash_name(text);
  }

  std::vector<std::vector<int32_t>> histories_;
  std::vector<float> log_probs_, weights_;
  std::vector<int32_t> begin_;
};

SearchOptions options_with(int64_t beam, double length_penalty = 0) {
  SearchOptions options;
  options.beam = beam;
  options.length_penalty = length_penalty;
  return options;
}

// Every output of at most `limit` tokens with its log-probability.
void enumerate(std::vector<int32_t> history, double total, int32_t limit,
               std::map<std::vector<int32_t>, double>& all) {
  auto row = HistoryStepper::distribution(history);
  for (int32_t token = 0; token < kVocabulary; ++token) {
    if (token == kStart) continue;
    double next = total + row[static_cast<std::size_t>(token)];
    std::vector<int32_t> longer = history;
    longer.push_back(token);
    if (token == kEnd || limit == 1) {
      all[{longer.begin() + 2, longer.end()}] = next;
    } else {
      enumerate(longer, next, limit - 1, all);
    }
  }
}

TEST(BeamSearch, EqualsEnumerationWhenTheBeamHoldsEverything) {
  for (double penalty : {0.0, 1.0}) {
    std::map<std::vector<int32_t>, double> all;
    enumerate({100, kStart}, 0, 4, all);
    std::vector<int32_t> best;
    double best_score = -1e9;
    for (const auto& [tokens, total] : all) {
      double score = total / std::pow(static_cast<double>(tokens.size()), penalty);
      if (score > best_score) best = tokens, best_score = score;
    }
    HistoryStepper stepper(1);
    std::vector<int32_t> limits = {4};
    auto found = beam_search(stepper, limits, kTokens, options_with(1000, penalty))[0];
    EXPECT_EQ(found.size(), all.size());
    EXPECT_EQ(found[0].tokens, best);
    EXPECT_NEAR(found[0].score, best_score, 1e-5);
  }
}

TEST(BeamSearch, OfOneIsGreedy) {
  HistoryStepper stepper(1);
  std::vector<int32_t> limits = {20}, history = {100, kStart}, greedy;
  while (greedy.size() < 20 && (greedy.empty() || greedy.back() != kEnd)) {
    auto row = HistoryStepper::distribution(history);
    row[kStart] = -1e9F;
    greedy.push_back(static_cast<int32_t>(std::max_element(row.begin(), row.end()) - row.begin()));
    history.push_back(greedy.back());
  }
  EXPECT_EQ(beam_search(stepper, limits, kTokens, options_with(1))[0][0].tokens, greedy);
}

TEST(BeamSearch, GivesEachHypothesisItsOwnAttentionAndScores) {
  HistoryStepper stepper(3);
  std::vector<int32_t> limits = {8, 8, 8};
  auto found = beam_search(stepper, limits, kTokens, options_with(4, 1));
  for (std::size_t s = 0; s < found.size(); ++s) {
    for (const Hypothesis& hypothesis : found[s]) {
      std::vector<int32_t> history = {static_cast<int32_t>(s) + 100, kStart};
      double total = 0;
      for (std::size_t t = 0; t < hypothesis.tokens.size(); ++t) {
        auto seen = HistoryStepper::weights(history);
        EXPECT_EQ(hypothesis.weights[2 * t], seen[0]);
        EXPECT_EQ(hypothesis.weights[2 * t + 1], seen[1]);
        total += HistoryStepper::distribution(history)[static_cast<std::size_t>(hypothesis.tokens[t])];
        history.push_back(hypothesis.tokens[t]);
      }
      EXPECT_NEAR(hypothesis.log_probability, total, 1e-5);
    }
  }
}

TEST(BeamSearch, OfManySentencesEqualsOneByOne) {
  HistoryStepper together(3);
  std::vector<int32_t> limits = {6, 3, 9};
  auto found = beam_search(together, limits, kTokens, options_with(3));
  HistoryStepper alone(3);
  std::vector<int32_t> first = {6};
  auto single = beam_search(alone, first, kTokens, options_with(3));
  ASSERT_EQ(found[0].size(), single[0].size());
  for (std::size_t i = 0; i < single[0].size(); ++i) EXPECT_EQ(found[0][i].tokens, single[0][i].tokens);
  for (const Hypothesis& hypothesis : found[1]) EXPECT_LE(hypothesis.tokens.size(), 3U);
}

TEST(ScoreGiven, EqualsWhatSearchSaidOfTheSameOutput) {
  HistoryStepper stepper(2);
  std::vector<int32_t> limits = {8, 8};
  auto found = beam_search(stepper, limits, kTokens, options_with(3, 1));
  HistoryStepper again(2);
  std::vector<std::vector<int32_t>> outputs = {found[0][1].tokens, found[1][0].tokens};
  auto scored = score_given(again, outputs, kTokens, options_with(3, 1));
  EXPECT_EQ(scored[0].weights, found[0][1].weights);
  EXPECT_DOUBLE_EQ(scored[0].score, found[0][1].score);
  EXPECT_EQ(scored[1].weights, found[1][0].weights);
}

TEST(KeepColumns, DropsPaddingRowByRow) {
  Hypothesis h;
  h.heads = 1;
  h.width = 3;
  h.weights = {1, 2, 0, 3, 4, 0};
  keep_columns(h, 2);
  EXPECT_EQ(h.weights, (std::vector<float>{1, 2, 3, 4}));
  EXPECT_EQ(h.width, 2);
}

}  // namespace
}  // namespace heed
