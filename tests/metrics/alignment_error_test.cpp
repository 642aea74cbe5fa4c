#include "heed/metrics/alignment_error.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "heed/base/error.h"
#include "heed/base/random.h"

namespace heed {
namespace {

using Links = std::vector<WordLink>;

// Two sure links and one possible one.
const GoldLinks kGold{{{0, 0}, {1, 1}}, {{0, 0}, {1, 1}, {2, 1}}};

AlignmentScores scores_of(const std::vector<Statistics>& sentences) {
  return alignment_scores(sentences, "reading:one-to-one");
}

TEST(AlignmentErrorRate, CountsWhatIsSureAndWhatIsPossible) {
  // One sure, one possible, one neither.
  Statistics sentence = alignment_statistics(Links{{0, 0}, {2, 1}, {2, 2}}, kGold);
  EXPECT_EQ(sentence, (Statistics{1, 2, 3, 2}));
  AlignmentScores scores = scores_of({sentence});
  EXPECT_DOUBLE_EQ(scores.precision.score, 200.0 / 3);
  EXPECT_DOUBLE_EQ(scores.recall.score, 50);
  EXPECT_DOUBLE_EQ(scores.error_rate.score, 100 - 100 * (1.0 + 2.0) / (3.0 + 2.0));
}

TEST(AlignmentErrorRate, IsZeroWithoutThePossibleLinksAndWithThem) {
  EXPECT_EQ(scores_of({alignment_statistics(kGold.sure, kGold)}).error_rate.score, 0);
  EXPECT_EQ(scores_of({alignment_statistics(kGold.possible, kGold)}).error_rate.score, 0);
  EXPECT_EQ(scores_of({alignment_statistics(Links{{5, 5}}, kGold)}).error_rate.score, 100);
}

TEST(AlignmentErrorRate, WhereAllLinksAreSureIsOneLessTheFScore) {
  GoldLinks gold{{{0, 0}, {1, 1}, {2, 2}}, {{0, 0}, {1, 1}, {2, 2}}};
  AlignmentScores scores = scores_of({alignment_statistics(Links{{0, 0}, {1, 2}}, gold)});
  double precision = 1.0 / 2, recall = 1.0 / 3;
  EXPECT_DOUBLE_EQ(scores.error_rate.score, 100 - 200 * precision * recall / (precision + recall));
}

TEST(AlignmentErrorRate, IsOfTheWholeCorpusAndNotAMeanOverSentences) {
  Statistics right = alignment_statistics(kGold.sure, kGold);
  Statistics none = alignment_statistics(Links{}, {{{0, 0}}, {{0, 0}}});
  AlignmentScores scores = scores_of({right, none});
  EXPECT_DOUBLE_EQ(scores.recall.score, 200.0 / 3);
  EXPECT_DOUBLE_EQ(scores.error_rate.score, 100 - 100 * 4.0 / (2 + 3));
  EXPECT_EQ(scores.error_rate.count, 5);
  EXPECT_EQ(scores.precision.count, 2);
  EXPECT_EQ(scores.recall.count, 3);
}

TEST(AlignmentErrorRate, AgreesWithSetsCountedOneByOne) {
  Random random(1, "links");
  uint64_t element = 0;
  for (int time = 0; time < 50; ++time) {
    Links links;
    GoldLinks gold;
    double sure = 0, possible = 0;
    for (int32_t s = 0; s < 5; ++s) {
      for (int32_t t = 0; t < 5; ++t) {
        bool linked = random.below(element++, 2) == 0, is_sure = random.below(element++, 3) == 0;
        bool is_possible = is_sure || random.below(element++, 3) == 0;
        if (linked) links.push_back({s, t});
        if (is_sure) gold.sure.push_back({s, t});
        if (is_possible) gold.possible.push_back({s, t});
        sure += linked && is_sure ? 1 : 0;
        possible += linked && is_possible ? 1 : 0;
      }
    }
    EXPECT_EQ(alignment_statistics(links, gold),
              (Statistics{sure, possible, static_cast<double>(links.size()),
                          static_cast<double>(gold.sure.size())}));
  }
}

TEST(AlignmentErrorRate, OfNothingAgainstNothingIsNoError) {
  AlignmentScores scores = scores_of({alignment_statistics(Links{}, {})});
  EXPECT_EQ(scores.error_rate.score, 0);
  EXPECT_EQ(scores.precision.score, 100);
  EXPECT_EQ(scores.recall.score, 100);
  EXPECT_THROW(alignment_scores({}, ""), InputError);
}

TEST(AlignmentErrorRate, HasASignatureAndAnInterval) {
  std::vector<Statistics> sentences;
  for (int i = 0; i < 40; ++i)
    sentences.push_back(alignment_statistics(i % 4 == 0 ? Links{} : kGold.sure, kGold));
  AlignmentScores plain = scores_of(sentences);
  EXPECT_TRUE(plain.recall.signature.starts_with("reading:one-to-one|version:heed-"));
  EXPECT_FALSE(plain.recall.interval.has_value());
  EXPECT_FALSE(plain.error_rate.higher_is_better);
  EXPECT_TRUE(plain.precision.higher_is_better);
  AlignmentScores sampled = alignment_scores(sentences, "x", {.samples = 200, .seed = 7});
  EXPECT_TRUE(sampled.error_rate.signature.starts_with("bs:200|seed:7|x|version:heed-"));
  ASSERT_TRUE(sampled.recall.interval.has_value());
  EXPECT_LT(sampled.recall.interval->low, 75);
  EXPECT_GT(sampled.recall.interval->high, 75);
  EXPECT_EQ(sampled.precision.interval->low, 100);
}

}  // namespace
}  // namespace heed
