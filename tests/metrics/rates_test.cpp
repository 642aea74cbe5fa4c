// Exact match and the error rates.
#include <gtest/gtest.h>

#include "heed/metrics/registry.h"

namespace heed {
namespace {

using Texts = std::vector<std::string>;

Score score(const std::string& metric, const Texts& predictions, const References& references) {
  return make_metric(metric)->score(predictions, references);
}

TEST(ExactMatch, IgnoresOnlySpaceAtTheEnd) {
  Score right = score("exact_match", {"a ", "b", " c", "d\u3000"}, {{"a"}, {"x"}, {"c"}, {"d"}});
  EXPECT_EQ(right.score, 50);
  EXPECT_EQ(right.count, 4);
  EXPECT_TRUE(right.higher_is_better);
}

TEST(ExactMatch, AcceptsAnyReference) {
  std::vector<std::string> both = {"R EH D", "R IY D"};
  Score right = score("exact_match", {"R EH D", "R IY D", "R AH D"}, {both, both, both});
  EXPECT_DOUBLE_EQ(right.score, 200.0 / 3);
  EXPECT_TRUE(right.signature.starts_with("nrefs:2|case:mixed|unit:line|version:"));
}

TEST(WordErrorRate, CountsWordsOverTheWholeCorpus) {
  // One substituted of three, two deleted of two, one inserted beside one.
  Score rate = score("wer", {"a x c", "", "d e"}, {{"a b c"}, {"a b"}, {"d"}});
  EXPECT_DOUBLE_EQ(rate.score, 400.0 / 6);
  EXPECT_EQ(rate.count, 6);
  EXPECT_EQ(rate.counts[0].second, std::vector<int64_t>{4});
  EXPECT_FALSE(rate.higher_is_better);
}

TEST(WordErrorRate, SpacesOnlySeparate) {
  EXPECT_EQ(score("wer", {" a\u3000b  c "}, {{"a b\tc"}}).score, 0);
}

TEST(WordErrorRate, MayBeGreaterThanOne) {
  EXPECT_EQ(score("wer", {"a b c"}, {{"x"}}).score, 300);
}

TEST(WordErrorRate, OfEmptyReferencesIsAllOrNothing) {
  EXPECT_EQ(score("wer", {""}, {{""}}).score, 0);
  EXPECT_EQ(score("wer", {"a b"}, {{""}}).score, 100);
}

TEST(WordErrorRate, HoldsASentenceAgainstTheReferenceWithTheFewestErrors) {
  EXPECT_DOUBLE_EQ(score("wer", {"a b c"}, {{"x y", "a b c d"}}).score, 100.0 / 4);
  // Of two with as few errors, the longer: "a b" and "a b c d" are both one away.
  EXPECT_DOUBLE_EQ(score("wer", {"a b c"}, {{"a b", "a b c d"}}).score, 100.0 / 4);
  EXPECT_DOUBLE_EQ(score("wer", {"a b c"}, {{"a b c d", "a b"}}).score, 100.0 / 4);
}

TEST(PhoneErrorRate, IsTheWordErrorRateOfPhones) {
  Score rate = score("per", {"R IY D"}, {{"R EH D"}});
  EXPECT_EQ(rate.name, "PER");
  EXPECT_DOUBLE_EQ(rate.score, 100.0 / 3);
  EXPECT_TRUE(rate.signature.starts_with("nrefs:1|case:mixed|unit:phone|"));
}

TEST(CharacterErrorRate, CountsCodePointsOverTheWholeCorpus) {
  Score rate = score("cer", {"é", "abcd"}, {{"e"}, {"abc"}});
  EXPECT_DOUBLE_EQ(rate.score, 200.0 / 4);
  EXPECT_EQ(rate.count, 4);
  EXPECT_EQ(score("cer", {"a b"}, {{"ab"}}).score, 50);  // a space inside is a character
}

TEST(Metrics, LowerTheCaseIfAsked) {
  MetricOptions options;
  options.lowercase = true;
  for (const std::string& name : metric_names()) {
    Score same = make_metric(name, options)->score(Texts{"ÄB C d e"}, {{"äb c D E"}});
    EXPECT_EQ(same.score, same.higher_is_better ? 100 : 0) << name;
    EXPECT_NE(same.signature.find("case:lc"), std::string::npos) << name;
  }
}

TEST(Metrics, HaveTheNameTheyAreMadeBy) {
  for (const std::string& name : metric_names()) EXPECT_EQ(make_metric(name)->name(), name);
}

}  // namespace
}  // namespace heed
