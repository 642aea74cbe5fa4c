#include "heed/metrics/chrf.h"

#include <gtest/gtest.h>

#include <map>

#include "heed/base/random.h"
#include "heed/base/version.h"

namespace heed {
namespace {

using Texts = std::vector<std::string>;

double value(const Texts& predictions, const References& references, int word_order = 0) {
  return Chrf({}, word_order).score(predictions, references).score / 100;
}

double f2(double precision, double recall) {
  return 5 * precision * recall / (4 * precision + recall);
}

TEST(Chrf, AveragesOverTheOrdersThatBothSidesHave) {
  EXPECT_DOUBLE_EQ(value({"ab"}, {{"ac"}}), 0.25);  // 1/2 and 0/1
  // "abc" has 3, 2, 1; "ab" 2, 1: precision 2/3 and 1/2, recall 1 and 1; order 3 is not the reference's.
  EXPECT_DOUBLE_EQ(value({"abc"}, {{"ab"}}), f2((2.0 / 3 + 0.5) / 2, 1));
  EXPECT_DOUBLE_EQ(value({"ab"}, {{"abc"}}), f2(1, (2.0 / 3 + 0.5) / 2));
  EXPECT_EQ(value({"the same"}, {{"the same"}}), 1);
}

TEST(Chrf, SeesNoSpaces) {
  EXPECT_EQ(value({"a bc\u3000d\u00a0"}, {{" abcd"}}), 1);
}

TEST(Chrf, CountsCodePoints) {
  EXPECT_DOUBLE_EQ(value({"中文"}, {{"中国"}}), 0.25);
}

TEST(Chrf, OfNothingIsNothing) {
  EXPECT_EQ(value({""}, {{"a"}}), 0);
  EXPECT_EQ(value({"a"}, {{""}}), 0);
  EXPECT_EQ(value({""}, {{""}}), 0);
  // Against an empty reference nothing is counted; an empty prediction costs recall.
  EXPECT_DOUBLE_EQ(value({"abcdefg", "ab"}, {{""}, {"ab"}}), 1);
  EXPECT_DOUBLE_EQ(value({"", "a"}, {{"a"}, {"a"}}), f2(1, 0.5));
}

TEST(Chrf, HoldsASentenceAgainstTheReferenceThatSuitsItBest) {
  EXPECT_EQ(value({"abc"}, {{"xyz", "abc", "ab"}}), 1);
  // 1 of 2 and 0 of 1, then 2 of 2 and 1 of 1.
  EXPECT_DOUBLE_EQ(value({"ab", "ab"}, {{"zz", "ac"}, {"q", "ab"}}), (3.0 / 4 + 1.0 / 2) / 2);
}

TEST(Chrf, PlusPlusCountsWordsWithMarksCutOffOneEnd) {
  // "(so)" is "(so" and ")", "(so" is "(" and "so": words 1 of 2 and of 3, pairs 0 of 1 and of 2.
  EXPECT_DOUBLE_EQ(value({"(so)"}, {{"(so )"}}, 2), f2((4 + 1.0 / 2) / 6, (4 + 1.0 / 3) / 6));
  EXPECT_DOUBLE_EQ(value({"é! !"}, {{"é !!"}}, 2), 1);
}

TEST(Chrf, SaysHowItWasComputed) {
  Score score = Chrf({}, 0).score(Texts{"ab"}, {{"ac"}});
  EXPECT_EQ(score.name, "chrF2");
  EXPECT_EQ(score.signature, "nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no|version:heed-" + version());
  EXPECT_EQ(score.counts[2].second, (std::vector<int64_t>{1, 0, 0, 0, 0, 0}));
  MetricOptions options;
  options.lowercase = true;
  EXPECT_EQ(Chrf(options, 2).settings(), "case:lc|eff:yes|nc:6|nw:2|space:no");
  EXPECT_EQ(Chrf(options, 2).score(Texts{"AB"}, {{"ab"}}).name, "chrF2++");
  EXPECT_EQ(Chrf(options, 2).score(Texts{"AB"}, {{"ab"}}).score, 100);
}

// By its definition, over ASCII and one reference.
double slow_chrf(const Texts& predictions, const Texts& references) {
  double precision = 0, recall = 0;
  int orders = 0;
  for (std::size_t n = 1; n <= 6; ++n) {
    double said = 0, wanted = 0, both = 0;
    for (std::size_t i = 0; i < predictions.size(); ++i) {
      std::map<std::string, std::array<int, 2>> counts;
      for (int side : {0, 1}) {
        const std::string& text = side == 0 ? predictions[i] : references[i];
        for (std::size_t at = 0; at + n <= text.size(); ++at)
          ++counts[text.substr(at, n)][static_cast<std::size_t>(side)];
      }
      for (const auto& [ngram, count] : counts) {
        if (references[i].size() >= n) said += count[0];
        wanted += count[1];
        both += std::min(count[0], count[1]);
      }
    }
    if (said == 0 || wanted == 0) continue;
    precision += both / said;
    recall += both / wanted;
    ++orders;
  }
  return precision == 0 ? 0 : f2(precision / orders, recall / orders);
}

TEST(Chrf, EqualsItsDefinitionOnRandomSentences) {
  Random random(1, "chrf");
  uint64_t draw = 0;
  auto word = [&] {
    std::string text;
    for (uint64_t n = random.below(draw++, 10); n > 0; --n) text += "abc"[random.below(draw++, 3)];
    return text;
  };
  for (int corpus = 0; corpus < 200; ++corpus) {
    Texts predictions = {word(), word(), word()}, references = {word(), word(), word()};
    EXPECT_NEAR(value(predictions, {{references[0]}, {references[1]}, {references[2]}}),
                slow_chrf(predictions, references), 1e-12);
  }
}

}  // namespace
}  // namespace heed
