// What holds for every metric: refusals, and the bootstrap.
#include "heed/metrics/metric.h"

#include <gtest/gtest.h>

#include <cmath>

#include "heed/base/error.h"
#include "heed/metrics/registry.h"
#include "message.h"

namespace heed {
namespace {

using Texts = std::vector<std::string>;

// 50 sentences, of which some are right (every third) and the others have a word of five wrong.
struct Corpus {
  Texts predictions;
  References references;
  explicit Corpus(int every = 3) {
    for (int i = 0; i < 50; ++i) {
      std::string end = " b c d e" + std::to_string(i);
      references.push_back({"a" + end});
      predictions.push_back((i % every == 0 ? "a" : "x") + end);
    }
  }
};

TEST(Metric, RefusesWhatDoesNotFitTogether) {
  for (const std::string& name : metric_names()) {
    std::unique_ptr<Metric> metric = make_metric(name);
    EXPECT_THROW(metric->score(Texts{"a"}, References{}), InputError);
    EXPECT_THROW(metric->score(Texts{"a"}, References{{}}), InputError);
    EXPECT_THROW(metric->score(Texts{}, References{}), InputError);
  }
}

TEST(Metric, AnUnknownNameIsAnsweredWithTheNearest) {
  EXPECT_CONTAINS(message_of<OptionError>([] { make_metric("blue"); }), "did you mean 'bleu'?");
  EXPECT_CONTAINS(message_of<OptionError>([] { make_metric("perplexity"); }), "expected one of bleu, chrf");
}

TEST(Metric, ScoresFromItsSentencesAsFromTheTexts) {
  Corpus corpus;
  for (const std::string& name : metric_names()) {
    std::unique_ptr<Metric> metric = make_metric(name);
    auto sentences = metric->sentences(corpus.predictions, corpus.references);
    EXPECT_EQ(sentences.size(), 50U);
    EXPECT_EQ(metric->score(sentences, corpus.references, {}).score,
              metric->score(corpus.predictions, corpus.references).score);
  }
}

TEST(Bootstrap, GivesTheSameNumbersForTheSameSeed) {
  Corpus corpus;
  std::unique_ptr<Metric> metric = make_metric("bleu");
  auto interval = [&](int64_t seed) {
    BootstrapOptions options{.samples = 200, .seed = seed};
    return metric->score(corpus.predictions, corpus.references, options).interval.value();
  };
  Interval once = interval(1), again = interval(1), other = interval(2);
  EXPECT_EQ(once.mean, again.mean);
  EXPECT_EQ(once.low, again.low);
  EXPECT_EQ(once.high, again.high);
  EXPECT_NE(once.mean, other.mean);
}

TEST(Bootstrap, FindsTheIntervalOfAShare) {
  // 17 of 50 are right: the binomial's standard error is √(p (1 − p) / n) = 6.7%.
  Corpus corpus;
  Score score = make_metric("exact_match")->score(corpus.predictions, corpus.references, {.samples = 4000});
  EXPECT_EQ(score.score, 34);
  EXPECT_NEAR(score.interval->mean, 34, 0.5);
  EXPECT_NEAR(score.interval->low, 34 - 1.96 * 6.7, 2);
  EXPECT_NEAR(score.interval->high, 34 + 1.96 * 6.7, 2);
  EXPECT_TRUE(score.signature.starts_with("nrefs:1|bs:4000|seed:12345|case:mixed|")) << score.signature;
}

TEST(Bootstrap, HasNoWidthWhereSentencesDoNotDiffer) {
  Texts predictions(10, "a b c d e");
  References references(10, {"a b c d x"});
  Score score = make_metric("bleu")->score(predictions, references, {.samples = 50});
  EXPECT_NEAR(score.interval->low, score.score, 1e-10);
  EXPECT_NEAR(score.interval->high, score.score, 1e-10);
}

TEST(Bootstrap, LeavesOutAFortiethAtEitherEnd) {
  std::vector<double> scores;
  for (int i = 100; i > 0; --i) scores.push_back(i);
  Interval interval = bootstrap_interval(scores);
  EXPECT_EQ(interval.low, 3);
  EXPECT_EQ(interval.high, 98);
  EXPECT_EQ(interval.mean, 50.5);
  EXPECT_EQ(bootstrap_interval({0.5}).high, 0.5);
}

TEST(PairedBootstrap, CountsTheSamplesThatStrayFurtherThanTheDifference) {
  Corpus corpus(3), other(4);
  std::unique_ptr<Metric> metric = make_metric("exact_match");
  auto a = metric->sentences(corpus.predictions, corpus.references);
  auto b = metric->sentences(other.predictions, other.references);
  Finish finish = [](std::span<const double> sum) { return sum[0] / sum[1]; };
  BootstrapOptions options{.samples = 300};
  std::vector<double> of_a = bootstrap_scores(a, finish, options),
                      of_b = bootstrap_scores(b, finish, options);
  double mean = 0, greater = 0;
  for (std::size_t i = 0; i < 300; ++i) mean += std::abs(of_a[i] - of_b[i]) / 300;
  for (std::size_t i = 0; i < 300; ++i) greater += std::abs(of_a[i] - of_b[i]) - mean > 4.0 / 50 ? 1 : 0;
  EXPECT_GT(greater, 0);
  EXPECT_DOUBLE_EQ(paired_p_value(a, b, finish, options), (greater + 1) / 301);
  EXPECT_DOUBLE_EQ(paired_p_value(b, a, finish, options), (greater + 1) / 301);
}

TEST(PairedBootstrap, IsSureOfAGreatDifferenceAndOfNone) {
  Corpus right(1), wrong(50);
  std::unique_ptr<Metric> metric = make_metric("bleu");
  auto a = metric->sentences(right.predictions, right.references);
  auto b = metric->sentences(wrong.predictions, wrong.references);
  Finish finish = [&](std::span<const double> sum) { return metric->score_of(sum); };
  EXPECT_DOUBLE_EQ(paired_p_value(a, b, finish, {.samples = 100}), 1.0 / 101);
  EXPECT_EQ(paired_p_value(a, a, finish, {.samples = 100}), 1);
}

}  // namespace
}  // namespace heed
