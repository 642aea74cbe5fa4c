#include <gtest/gtest.h>

#include <set>

#include "heed/base/error.h"
#include "message.h"
#include "search/history_stepper.h"

namespace heed {
namespace {

// Each penalty with the formula of docs/search.md, written out once more.
struct Penalised {
  const char* name;
  SearchOptions options;
  double (*score)(const Output&);
};

double average(const Output& o, double power) {
  return o.log_probability / std::pow(static_cast<double>(o.tokens.size()), power);
}
double gnmt(const Output& o, double alpha) {
  return o.log_probability / std::pow((5 + static_cast<double>(o.tokens.size())) / 6, alpha);
}
double coverage(const Output& o, double beta) {
  double sum = 0;
  for (double c : o.coverage) sum += std::log(std::min(c, 1.0));
  return beta * sum;
}

SearchOptions with_coverage(SearchOptions options, double beta) {
  options.coverage_penalty = beta;
  return options;
}

const Penalised kPenalties[] = {
    {"None", options_with(1000), [](const Output& o) { return o.log_probability; }},
    {"Average", options_with(1000, AverageLengthOptions{1}), [](const Output& o) { return average(o, 1); }},
    {"AverageTwice", options_with(1000, AverageLengthOptions{2}),
     [](const Output& o) { return average(o, 2); }},
    {"Gnmt", options_with(1000, GnmtLengthOptions{0.6}), [](const Output& o) { return gnmt(o, 0.6); }},
    {"Coverage", with_coverage(options_with(1000), 0.7),
     [](const Output& o) { return o.log_probability + coverage(o, 0.7); }},
    {"GnmtCoverage", with_coverage(options_with(1000, GnmtLengthOptions{1}), 2),
     [](const Output& o) { return gnmt(o, 1) + coverage(o, 2); }}};

class PenaltyTest : public testing::TestWithParam<Penalised> {};

TEST_P(PenaltyTest, ABeamThatHoldsEverythingEqualsEnumeration) {
  for (int32_t first = 100; first < 110; ++first) {
    std::vector<Output> all = all_outputs(first, 4);
    std::stable_sort(all.begin(), all.end(), [](const Output& a, const Output& b) {
      return GetParam().score(a) > GetParam().score(b);
    });
    HistoryStepper stepper(1, first);
    auto found = beam_search(stepper, sentences_of({4}), kTokens, GetParam().options)[0];
    ASSERT_EQ(found.size(), all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      EXPECT_EQ(found[i].tokens, all[i].tokens);
      EXPECT_NEAR(found[i].normalised_log_probability, GetParam().score(all[i]), 1e-5);
      EXPECT_NEAR(found[i].log_probability, all[i].log_probability, 1e-5);
    }
  }
}

// The rule for stopping is sound: asked for fewer, a beam gives the first of what it gives when asked for
// all.
TEST_P(PenaltyTest, StoppingEarlyChangesNothing) {
  int64_t with = 0, without = 0;
  for (int32_t first = 0; first < 200; ++first) {
    for (int64_t beam : {2, 4}) {
      SearchOptions options = GetParam().options;
      options.beam = options.n_best = beam;
      HistoryStepper whole(1, first, 5), stopped(1, first, 5);
      auto all = beam_search(whole, sentences_of({12}), kTokens, options)[0];
      options.n_best = beam / 2;
      auto some = beam_search(stopped, sentences_of({12}), kTokens, options)[0];
      ASSERT_EQ(some.size(), static_cast<std::size_t>(beam / 2));
      for (std::size_t i = 0; i < some.size(); ++i) EXPECT_EQ(some[i].tokens, all[i].tokens) << first;
      with += stopped.steps;
      without += whole.steps;
    }
  }
  EXPECT_LE(with, without);
  if (std::holds_alternative<NoLengthOptions>(GetParam().options.length_penalty)) {
    EXPECT_LT(with, without) << "it never stopped early";
  }
}

INSTANTIATE_TEST_SUITE_P(Penalties, PenaltyTest, testing::ValuesIn(kPenalties),
                         [](const auto& p) { return p.param.name; });

TEST(BeamSearch, OfOneIsGreedy) {
  HistoryStepper stepper(1);
  Ids history = {100, kStart}, greedy;
  while (greedy.size() < 20 && (greedy.empty() || greedy.back() != kEnd)) {
    auto row = HistoryStepper::distribution(history);
    row[kStart] = -1e9F;
    greedy.push_back(static_cast<int32_t>(std::max_element(row.begin(), row.end()) - row.begin()));
    history.push_back(greedy.back());
  }
  EXPECT_EQ(beam_search(stepper, sentences_of({20}), kTokens, options_with(1))[0][0].tokens, greedy);
}

TEST(BeamSearch, GivesEachHypothesisItsOwnAttentionAndScores) {
  HistoryStepper stepper(3);
  auto found =
      beam_search(stepper, sentences_of({8, 8, 8}), kTokens, options_with(4, AverageLengthOptions{}));
  for (std::size_t s = 0; s < found.size(); ++s) {
    EXPECT_EQ(found[s].size(), 4u);
    for (const Hypothesis& hypothesis : found[s]) {
      Ids history = {static_cast<int32_t>(s) + 100, kStart};
      double total = 0;
      for (std::size_t t = 0; t < hypothesis.tokens.size(); ++t) {
        auto seen = HistoryStepper::weights(history);
        EXPECT_EQ(hypothesis.attention[0].weights[2 * t], seen[0]);
        EXPECT_EQ(hypothesis.attention[0].weights[2 * t + 1], seen[1]);
        total += HistoryStepper::distribution(history)[static_cast<std::size_t>(hypothesis.tokens[t])];
        history.push_back(hypothesis.tokens[t]);
      }
      EXPECT_NEAR(hypothesis.log_probability, total, 1e-5);
    }
  }
}

TEST(BeamSearch, OfManySentencesEqualsOneByOne) {
  std::vector<int32_t> limits = {6, 3, 9};
  HistoryStepper together(3);
  auto found = beam_search(together, sentences_of({6, 3, 9}), kTokens, options_with(3));
  for (int32_t s = 0; s < 3; ++s) {
    HistoryStepper alone(1, 100 + s);
    auto single =
        beam_search(alone, sentences_of({limits[static_cast<std::size_t>(s)]}), kTokens, options_with(3))[0];
    ASSERT_EQ(found[static_cast<std::size_t>(s)].size(), single.size());
    for (std::size_t i = 0; i < single.size(); ++i) {
      EXPECT_EQ(found[static_cast<std::size_t>(s)][i].tokens, single[i].tokens);
      EXPECT_EQ(found[static_cast<std::size_t>(s)][i].attention[0].weights, single[i].attention[0].weights);
    }
  }
}

TEST(BeamSearch, GivesAsManyAsAskedForAllDifferentBestFirst) {
  HistoryStepper stepper(1);
  SearchOptions options = options_with(6, AverageLengthOptions{});
  options.n_best = 4;
  auto found = beam_search(stepper, sentences_of({8}), kTokens, options)[0];
  ASSERT_EQ(found.size(), 4u);
  std::set<Ids> different;
  for (std::size_t i = 0; i < found.size(); ++i) {
    different.insert(found[i].tokens);
    EXPECT_LE(found[i].normalised_log_probability, found[i == 0 ? 0 : i - 1].normalised_log_probability);
  }
  EXPECT_EQ(different.size(), 4u);
}

TEST(BeamSearch, RefusesMoreThanTheBeamHolds) {
  HistoryStepper stepper(1);
  SearchOptions options = options_with(3);
  options.n_best = 4;
  std::string message =
      message_of<OptionError>([&] { beam_search(stepper, sentences_of({8}), kTokens, options); });
  EXPECT_CONTAINS(message, "search.n_best: expected at most search.beam (3), found 4");
}

TEST(BeamSearch, KeepsToItsLimitsAndSaysWhetherItReachedTheEnd) {
  HistoryStepper stepper(1);
  SearchOptions options = options_with(10);
  options.min_length = 2;
  auto found = beam_search(stepper, sentences_of({4}), kTokens, options)[0];
  for (const Hypothesis& h : found) {
    EXPECT_LE(h.tokens.size(), 4u);
    EXPECT_GE(h.tokens.size(), 3u);
    EXPECT_EQ(h.ended, h.tokens.back() == kEnd);
    EXPECT_TRUE(h.ended || h.tokens.size() == 4);
  }
}

// The same as enumeration with what breaks a rule left out.
template <class F>
void expect_only(const SearchOptions& options, const Ids& prefix, F allowed) {
  for (int32_t first = 100; first < 105; ++first) {
    std::vector<Output> all = all_outputs(first, 5);
    std::erase_if(all, [&](const Output& o) { return !allowed(o.tokens); });
    std::stable_sort(all.begin(), all.end(),
                     [](const Output& a, const Output& b) { return a.log_probability > b.log_probability; });
    auto sentences = sentences_of({5});
    sentences[0].prefix = prefix;
    HistoryStepper stepper(1, first);
    auto found = beam_search(stepper, sentences, kTokens, options)[0];
    ASSERT_EQ(found.size(), all.size());
    for (std::size_t i = 0; i < all.size(); ++i) EXPECT_EQ(found[i].tokens, all[i].tokens);
  }
}

TEST(BeamSearch, BeginsWithThePrefixAndIsFreeAfterIt) {
  Ids prefix = {3, 3};
  expect_only(options_with(1000), prefix, [&](const Ids& tokens) {
    return tokens.size() >= 2 && std::equal(prefix.begin(), prefix.end(), tokens.begin());
  });
}

TEST(BeamSearch, RepeatsNoBigram) {
  SearchOptions options = options_with(1000);
  options.no_repeat = 2;
  expect_only(options, {}, [](const Ids& tokens) {
    std::set<std::pair<int32_t, int32_t>> seen;
    for (std::size_t i = 1; i < tokens.size(); ++i)
      if (!seen.insert({tokens[i - 1], tokens[i]}).second) return false;
    return true;
  });
}

TEST(BeamSearch, IsNotShorterThanItMayBe) {
  SearchOptions options = options_with(1000);
  options.min_length = 3;
  expect_only(options, {}, [](const Ids& tokens) { return tokens.size() > 3; });
}

TEST(BeamSearch, AHypothesisThatNothingMayFollowEndsAsItStands) {
  HistoryStepper stepper(1);
  SearchOptions options = options_with(2);
  options.no_repeat = 1;
  options.min_length = 10;  // three tokens are all there are, and the end is not allowed yet
  auto found = beam_search(stepper, sentences_of({20}), kTokens, options)[0];
  for (const Hypothesis& h : found) {
    EXPECT_EQ(h.tokens.size(), 3u);
    EXPECT_FALSE(h.ended);
  }
}

TEST(BeamSearch, OfNothingIsNothing) {
  HistoryStepper stepper(0);
  EXPECT_TRUE(beam_search(stepper, {}, kTokens, options_with(2)).empty());
}

TEST(ScoreGiven, EqualsWhatSearchSaidOfTheSameOutput) {
  SearchOptions options = with_coverage(options_with(3, AverageLengthOptions{}), 1);
  auto sentences = sentences_of({8, 8});
  HistoryStepper stepper(2), again(2);
  auto found = beam_search(stepper, sentences, kTokens, options);
  std::vector<Ids> outputs = {found[0][1].tokens, found[1][0].tokens};
  auto scored = score_given(again, sentences, outputs, kTokens, options);
  EXPECT_EQ(scored[0].attention[0].weights, found[0][1].attention[0].weights);
  EXPECT_DOUBLE_EQ(scored[0].normalised_log_probability, found[0][1].normalised_log_probability);
  EXPECT_EQ(scored[1].attention[0].weights, found[1][0].attention[0].weights);
}

TEST(KeepColumns, DropsPaddingRowByRow) {
  AttentionRows h;
  h.heads = 1;
  h.width = 3;
  h.begin = {0, 0};
  h.weights = {1, 2, 0, 3, 4, 0};
  keep_columns(h, 2);
  EXPECT_EQ(h.weights, (std::vector<float>{1, 2, 3, 4}));
  EXPECT_EQ(h.width, 2);
}

TEST(KeepColumns, KnowsWhereAWindowStands) {
  AttentionRows h;
  h.heads = 2;
  h.width = 3;
  h.begin = {-1, 1};
  h.weights = {0, 1, 2, 0, 3, 4, 5, 0, 0, 6, 0, 0};
  keep_columns(h, 2);
  EXPECT_EQ(h.weights, (std::vector<float>{1, 2, 3, 4, 0, 5, 0, 6}));
  EXPECT_EQ(h.begin, (Ids{0, 0}));
}

TEST(LengthLimit, GrowsWithTheSourceAndHoldsThePrefix) {
  SearchOptions options;
  EXPECT_EQ(length_limit(options, 7), 24);
  EXPECT_EQ(length_limit(options, 1'000'000), 1000);
  EXPECT_EQ(length_limit(options, 7, 30), 31);
}

}  // namespace
}  // namespace heed
