#include "heed/metrics/bleu.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "heed/base/random.h"
#include "heed/base/version.h"
#include "heed/metrics/python_text.h"

namespace heed {
namespace {

using Texts = std::vector<std::string>;

Bleu bleu_with(const std::string& tokenize, const std::string& smooth = "exp") {
  MetricOptions options;
  options.tokenize = tokenize;
  options.smooth = smooth;
  return Bleu(options);
}

double value(const Texts& predictions, const References& references, const std::string& smooth = "exp") {
  return bleu_with("none", smooth).score(predictions, references).score / 100;
}

// 5 of 6, 3 of 5, 1 of 4, 0 of 3.
const Texts kSaid = {"a b c d a e"};
const References kWanted = {{"a b x d a e"}};

TEST(Bleu, IsTheGeometricMeanOfPrecisions) {
  EXPECT_NEAR(value(kSaid, kWanted), std::pow(1.0 / 48, 0.25), 1e-12);
  EXPECT_EQ(value({"a b c d e"}, {{"a b c d e"}}), 1);
}

TEST(Bleu, SmoothsAnOrderWithoutAMatch) {
  double product = 5.0 / 6 * 3 / 5 * 1 / 4;
  EXPECT_NEAR(value(kSaid, kWanted, "exp"), std::pow(product * 0.5 / 3, 0.25), 1e-12);
  EXPECT_NEAR(value(kSaid, kWanted, "floor"), std::pow(product * 0.1 / 3, 0.25), 1e-12);
  EXPECT_NEAR(value(kSaid, kWanted, "add-k"), std::pow(5.0 / 6 * 4 / 6 * 2 / 5 * 1 / 4, 0.25), 1e-12);
  EXPECT_EQ(value(kSaid, kWanted, "none"), 0);
  // The second order without a match is given half of what the first was.
  EXPECT_NEAR(value({"a b x y z"}, {{"a b c d e"}}), std::pow(2.0 / 5 * 1 / 4 * 0.5 / 3 * 0.25 / 2, 0.25),
              1e-12);
}

TEST(Bleu, PunishesBrevityAndNotLength) {
  EXPECT_NEAR(value({"a b c d"}, {{"a b c d e"}}), std::exp(1 - 5.0 / 4), 1e-12);
  EXPECT_NEAR(value({"a b c d e"}, {{"a b c d"}}), std::pow(4.0 / 5 * 3 / 4 * 2 / 3 * 1 / 2, 0.25), 1e-12);
}

TEST(Bleu, CountsANgramNoMoreOftenThanTheReferenceThatHasItMost) {
  BleuCounts counts = bleu_with("none").counts("a a a a b", Texts{"a a c", "a b a", "b"});
  EXPECT_EQ(counts.matches[0], 3);  // a twice, b once
  EXPECT_EQ(counts.matches[1], 2);  // "a a" of the first, "a b" of the second
  EXPECT_EQ(counts.totals, (std::array<int64_t, 4>{5, 4, 3, 2}));
}

TEST(Bleu, TakesTheReferenceNearestInLengthAndOfTwoTheShorter) {
  Bleu bleu = bleu_with("none");
  EXPECT_EQ(bleu.counts("a b c", Texts{"a b c d e", "a b", "a"}).reference_length, 2);
  EXPECT_EQ(bleu.counts("a b c", Texts{"a b c d", "a b"}).reference_length, 2);
  EXPECT_EQ(bleu.counts("a b c", Texts{"a b", "a b c d"}).reference_length, 2);
  EXPECT_EQ(bleu.counts("", Texts{"a b", ""}).reference_length, 0);
}

TEST(Bleu, OfNothingIsNothing) {
  EXPECT_EQ(value({""}, {{"a b"}}), 0);
  EXPECT_EQ(value({"a b"}, {{""}}), 0);
  EXPECT_EQ(value({""}, {{""}}), 0);
  EXPECT_EQ(value({"x y"}, {{"a b"}}), 0);
  EXPECT_EQ(value({"a b c"}, {{"a b c"}}), 0);  // no 4-gram at all, and the order is not lowered
  EXPECT_NEAR(value({"", "a b c d"}, {{"e"}, {"a b c d"}}), std::exp(1 - 5.0 / 4), 1e-12);
}

TEST(Bleu, LowersTheCaseIfAsked) {
  MetricOptions options;
  options.lowercase = true;
  EXPECT_EQ(Bleu(options).score(Texts{"ÉTÉ a B c"}, {{"été A b C"}}).score, 100);
  EXPECT_EQ(Bleu({}).score(Texts{"ÉTÉ a B c"}, {{"été A b C"}}).score, 0);
}

TEST(Bleu, SaysHowItWasComputed) {
  Score score = bleu_with("none").score(kSaid, kWanted);
  EXPECT_EQ(score.name, "BLEU");
  EXPECT_EQ(score.signature, "nrefs:1|case:mixed|eff:no|tok:none|smooth:exp|version:heed-" + version());
  EXPECT_EQ(score.detail, "83.3/60.0/25.0/16.7 (BP = 1.000 ratio = 1.000 hyp_len = 6 ref_len = 6)");
  EXPECT_TRUE(score.higher_is_better);
  EXPECT_EQ(score.counts[0].second, (std::vector<int64_t>{5, 3, 1, 0}));
  EXPECT_EQ(bleu_with("zh", "floor").settings(), "case:mixed|eff:no|tok:zh|smooth:floor[0.10]");
  EXPECT_EQ(bleu_with("13a", "add-k").settings(), "case:mixed|eff:no|tok:13a|smooth:add-k[1.00]");
  EXPECT_EQ(bleu_with("none").score(Texts{""}, {{""}}).detail,
            "0.0/0.0/0.0/0.0 (BP = 1.000 ratio = 0.000 hyp_len = 0 ref_len = 0)");
}

// By its definition: every n-gram of the prediction is looked for in every reference.
struct Slow {
  std::array<double, 4> matches{}, totals{};
  double said = 0, wanted = 0;

  static std::map<Texts, int> ngrams(const Texts& words, int n) {
    std::map<Texts, int> counts;
    for (auto at = words.begin(); words.end() - at >= n; ++at) ++counts[Texts(at, at + n)];
    return counts;
  }

  void add(const std::string& prediction, const Texts& references) {
    Texts words = split_at_spaces(prediction);
    auto length = static_cast<double>(words.size());
    std::map<std::pair<double, double>, int> by_distance;  // then by length
    for (const std::string& reference : references) {
      auto other = static_cast<double>(split_at_spaces(reference).size());
      by_distance[{std::abs(other - length), other}] = 0;
    }
    said += length;
    wanted += by_distance.begin()->first.second;
    for (int n = 1; n <= 4; ++n) {
      for (const auto& [ngram, count] : ngrams(words, n)) {
        int allowed = 0;
        for (const std::string& reference : references)
          allowed = std::max(allowed, ngrams(split_at_spaces(reference), n)[ngram]);
        matches[static_cast<std::size_t>(n) - 1] += std::min(count, allowed);
        totals[static_cast<std::size_t>(n) - 1] += count;
      }
    }
  }

  double value() const {
    double logarithm = 0, smoothing = 1;
    if (matches[0] == 0) return 0;
    for (std::size_t n = 0; n < 4; ++n) {
      if (totals[n] == 0) return 0;
      logarithm += std::log((matches[n] > 0 ? matches[n] : (smoothing /= 2)) / totals[n]) / 4;
    }
    return std::exp(logarithm + std::min(0.0, 1 - wanted / said));
  }
};

TEST(Bleu, EqualsItsDefinitionOnRandomSentences) {
  Random random(1, "bleu");
  uint64_t draw = 0;
  auto below = [&](uint64_t count) { return random.below(draw++, count); };
  auto sentence = [&] {
    std::string text;
    for (uint64_t n = below(12); n > 0; --n) text += std::string(1, "abcd"[below(4)]) + " ";
    return text;
  };
  for (int corpus = 0; corpus < 200; ++corpus) {
    Texts predictions;
    References references;
    Slow slow;
    for (int i = 0; i < 4; ++i) {
      predictions.push_back(sentence());
      references.push_back({});
      for (uint64_t n = 1 + below(3); n > 0; --n) references.back().push_back(sentence());
      slow.add(predictions.back(), references.back());
    }
    EXPECT_NEAR(value(predictions, references), slow.value(), 1e-12);
  }
}

TEST(Bleu, CountsOfSentencesAddUpToThoseOfTheCorpus) {
  Bleu bleu({});
  Texts predictions = {"A bird, a tree.", "It rains.", ""};
  References references = {{"A bird in a tree."}, {"It rained.", "Rain."}, {"So."}};
  BleuCounts sum;
  for (std::size_t i = 0; i < 3; ++i) sum += bleu.counts(predictions[i], references[i]);
  EXPECT_EQ(bleu.score(predictions, references).score, bleu.score_of(sum));
  EXPECT_EQ(sum.prediction_length, 9);
  EXPECT_TRUE(bleu.score(predictions, references).signature.starts_with("nrefs:var|"));
}

}  // namespace
}  // namespace heed
