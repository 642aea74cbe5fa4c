// The parts of search, each by hand: penalties, constraints, the choice of the best, the draw.
#include <gtest/gtest.h>

#include "heed/search/choose.h"
#include "heed/search/draw.h"
#include "heed/search/history.h"
#include "search/history_stepper.h"

namespace heed {
namespace {

TEST(LengthPenalty, HasTheValuesOfItsEquation) {
  Complete four{4, {}};
  EXPECT_DOUBLE_EQ(AverageLengthOptions{}.make()->apply(-6, four), -1.5);
  EXPECT_DOUBLE_EQ(AverageLengthOptions{0.5}.make()->apply(-6, four), -3);
  EXPECT_DOUBLE_EQ(GnmtLengthOptions{1}.make()->apply(-6, four), -4);
  EXPECT_DOUBLE_EQ(NoLengthOptions{}.make()->apply(-6, four), -6);
  EXPECT_DOUBLE_EQ(AverageLengthOptions{}.make()->bound(-6, {5, 12}), -0.5);
  EXPECT_DOUBLE_EQ(NoLengthOptions{}.make()->bound(-6, {5, 12}), -6);
}

TEST(CoveragePenalty, TakesOffWhatWasNotLookedAtAndGivesNothingForMore) {
  auto penalty = make_coverage_penalty(2);
  std::vector<double> all = {1, 3}, half = {1, 0.5}, none = {1, 0};
  EXPECT_DOUBLE_EQ(penalty->apply(-1, {3, all}), -1);
  EXPECT_DOUBLE_EQ(penalty->apply(-1, {3, half}), -1 + 2 * std::log(0.5));
  EXPECT_DOUBLE_EQ(penalty->apply(-1, {3, none}), -1 + 2 * std::log(1e-6));
  EXPECT_DOUBLE_EQ(penalty->bound(-1, {3, 9}), -1);
}

Next next_of(const Constraint& constraint, const Ids& produced, const Sentence& sentence = {}) {
  Next next;
  constraint.apply(sentence, produced, next);
  return next;
}

TEST(NoRepeat, BansWhatWouldCompleteAnNgramAgain) {
  auto trigrams = make_no_repeat(3);
  EXPECT_EQ(next_of(*trigrams, {7, 8, 9, 7, 8}).banned, (Ids{9}));
  EXPECT_EQ(next_of(*trigrams, {7, 8, 9, 8, 7}).banned, (Ids{}));
  EXPECT_EQ(next_of(*trigrams, {4, 4, 4}).banned, (Ids{4}));
  EXPECT_EQ(next_of(*trigrams, {4}).banned, (Ids{}));
  EXPECT_EQ(next_of(*make_no_repeat(1), {4, 5}).banned, (Ids{4, 5}));
}

TEST(ForcedPrefix, LeavesOneTokenAtATimeAndThenAll) {
  Sentence sentence{9, 1, 0, {6, 7}};
  auto prefix = make_forced_prefix();
  EXPECT_EQ(next_of(*prefix, {}, sentence).only, 6);
  EXPECT_EQ(next_of(*prefix, {6}, sentence).only, 7);
  EXPECT_FALSE(next_of(*prefix, {6, 7}, sentence).only);
}

TEST(MinLength, BansTheEndUntilThen) {
  auto two = make_min_length(2, kEnd);
  EXPECT_EQ(next_of(*two, {5}).banned, (Ids{kEnd}));
  EXPECT_EQ(next_of(*two, {5, 5}).banned, (Ids{}));
}

StepOut step_of(const std::vector<float>& log_probs, int32_t columns) {
  StepOut out;
  out.log_probs = log_probs;
  out.columns = columns;
  return out;
}

TEST(Chooser, EqualsSortingEverything) {
  constexpr int32_t kTokensThere = 50, kRows = 3;
  for (uint64_t seed = 0; seed < 50; ++seed) {
    Random random(seed, "chooser");
    std::vector<float> log_probs;
    // Coarse steps, so that there are ties.
    for (uint64_t i = 0; i < kTokensThere * kRows; ++i)
      log_probs.push_back(-static_cast<float>(random.below(i, 20)));
    Next next;
    next.banned = {3, 7};
    std::vector<double> before = {0, -1, -0.5};
    std::vector<Candidate> all;
    Chooser chooser;
    chooser.begin(9);
    for (int32_t row = 0; row < kRows; ++row) {
      double total = before[static_cast<std::size_t>(row)];
      chooser.offer(step_of(log_probs, kTokensThere), row, total, next);
      for (int32_t token = 0; token < kTokensThere; ++token) {
        if (token != 3 && token != 7)
          all.push_back(
              {total + log_probs[static_cast<std::size_t>(row * kTokensThere + token)], row, token});
      }
    }
    std::sort(all.begin(), all.end());
    auto chosen = chooser.chosen();
    ASSERT_EQ(chosen.size(), 9u);
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      EXPECT_EQ(chosen[i].row, all[i].row);
      EXPECT_EQ(chosen[i].token, all[i].token);
    }
  }
}

TEST(Chooser, TakesNoTokenWithoutAProbability) {
  std::vector<float> log_probs = {-INFINITY, NAN, -3, -INFINITY};
  Chooser chooser;
  chooser.begin(4);
  chooser.offer(step_of(log_probs, 4), 0, 0, {});
  ASSERT_EQ(chooser.chosen().size(), 1u);
  EXPECT_EQ(chooser.chosen()[0].token, 2);
}

TEST(Chooser, AndDrawerNameTokensWhereOnlySomeHaveAColumn) {
  std::vector<float> log_probs = {-1, -2, -0.5F, -3};
  std::vector<int32_t> tokens = {4, 10, 11, 700};
  StepOut out = step_of(log_probs, 4);
  out.tokens = tokens;
  Next next;
  next.banned = {5, 11};
  Chooser chooser;
  chooser.begin(2);
  chooser.offer(out, 0, 0, next);
  auto chosen = chooser.chosen();
  EXPECT_EQ(chosen[0].token, 4);
  EXPECT_EQ(chosen[1].token, 10);
  EXPECT_EQ(Drawer({}).draw(out, 0, next, 0.999), 700);
  next.only = 700;
  chooser.begin(1);
  chooser.offer(out, 0, 0, next);
  EXPECT_EQ(chooser.chosen()[0].token, 700);
  History history;
  history.record(out);
  EXPECT_EQ(history.total(history.add(kRoot, 0, 10)), -2);
}

Ids drawn(const SearchOptions& options, const std::vector<float>& log_probs, const Next& next) {
  Drawer drawer(options);
  Ids tokens;
  for (int i = 0; i < 100; ++i)
    tokens.push_back(
        drawer.draw(step_of(log_probs, static_cast<int32_t>(log_probs.size())), 0, next, i / 100.0));
  std::sort(tokens.begin(), tokens.end());
  return tokens;
}

int64_t count(const Ids& tokens, int32_t token) {
  return std::count(tokens.begin(), tokens.end(), token);
}

TEST(Drawer, DrawsEachTokenAsOftenAsItsProbability) {
  std::vector<float> log_probs = {std::log(0.2F), std::log(0.5F), std::log(0.3F)};
  SearchOptions options;
  Ids all = drawn(options, log_probs, {});
  EXPECT_NEAR(static_cast<double>(count(all, 0)), 20, 1);
  EXPECT_NEAR(static_cast<double>(count(all, 1)), 50, 1);
  options.top_k = 2;
  Ids two = drawn(options, log_probs, {});
  EXPECT_EQ(count(two, 0), 0);
  EXPECT_NEAR(static_cast<double>(count(two, 1)), 62.5, 1);
  options.top_k = 0;
  options.top_p = 0.5;  // the likeliest alone has it
  EXPECT_EQ(count(drawn(options, log_probs, {}), 1), 100);
  options.top_p = 0.6;
  EXPECT_EQ(count(drawn(options, log_probs, {}), 0), 0);
  options.top_p = 1;
  options.temperature = 0.5;  // squares: 4 : 25 : 9
  EXPECT_NEAR(static_cast<double>(count(drawn(options, log_probs, {}), 1)), 100 * 25 / 38.0, 1);
}

TEST(Drawer, KeepsToTheConstraints) {
  std::vector<float> log_probs = {std::log(0.2F), std::log(0.5F), std::log(0.3F)};
  EXPECT_EQ(count(drawn({}, log_probs, {std::nullopt, {1}}), 1), 0);
  EXPECT_EQ(count(drawn({}, log_probs, {2, {2}}), 2), 100);
  EXPECT_EQ(count(drawn({}, log_probs, {std::nullopt, {0, 1, 2}}), -1), 100);
}

}  // namespace
}  // namespace heed
