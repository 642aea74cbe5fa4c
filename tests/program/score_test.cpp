// `heed score` as its users type it.
#include <nlohmann/json.hpp>

#include "heed/base/version.h"
#include "program.h"

namespace heed {
namespace {

class ScoreVerb : public Program {
 protected:
  void SetUp() override {
    write("ref", "a b x d a e\nIt rains.\n");
    write("hyp", "a b c d a e\nIt rains.\n");
  }
  // What the program prints; it must not fail.
  std::string out(const Words& words, const std::string& input = "a b c d a e\nIt rains.\n") {
    Ran ran = heed(words, input);
    EXPECT_EQ(ran.code, 0) << joined(words) << ": " << ran.err;
    EXPECT_EQ(ran.err, "");
    return ran.out;
  }
};

TEST_F(ScoreVerb, PrintsTheLineOfSacrebleu) {
  write("one", "a b x d a e\n");
  EXPECT_EQ(out({"score", "bleu", "one"}, "a b c d a e\n"),
            "BLEU|nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:heed-" + version() +
                " = 37.99 83.3/60.0/25.0/16.7 (BP = 1.000 ratio = 1.000 hyp_len = 6 ref_len = 6)\n");
  EXPECT_EQ(out({"score", "chrf", "one"}, "a b x d a e"),
            "chrF2|nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no|version:heed-" + version() + " = 100.00\n");
}

TEST_F(ScoreVerb, PrintsALineAMetric) {
  std::string lines = out({"score", "wer,cer,exact_match,per,chrf++", "ref"});
  EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), 5);
  EXPECT_NE(lines.find("WER|nrefs:1|case:mixed|unit:word|version:heed-" + version() + " = 12.50\n"),
            std::string::npos)
      << lines;
  EXPECT_NE(lines.find("= 50.00\n"), std::string::npos) << lines;
}

TEST_F(ScoreVerb, ReadsAFileAsItReadsStandardInput) {
  std::string typed = out({"score", "bleu", "ref"});
  EXPECT_EQ(out({"score", "bleu", "ref", "--hypothesis", "hyp"}, ""), typed);
  // Ends of lines as on other systems, and none behind the last line.
  EXPECT_EQ(out({"score", "bleu", "ref"}, "a b c d a e\r\nIt rains."), typed);
}

TEST_F(ScoreVerb, TakesSeveralReferencesASentence) {
  write("other", "a b c d a e\nRain.\n");
  std::string line = out({"score", "bleu", "ref", "other"});
  EXPECT_TRUE(line.starts_with("BLEU|nrefs:2|")) << line;
  EXPECT_NE(line.find(" = 100.00 "), std::string::npos) << line;
}

TEST_F(ScoreVerb, TokenisesAndLowersAsAsked) {
  write("zh", "我爱北京。\n");
  EXPECT_NE(out({"score", "bleu", "zh", "--tokenize", "zh"}, "我爱北京。\n").find("hyp_len = 5"),
            std::string::npos);
  EXPECT_NE(out({"score", "bleu", "zh"}, "我爱北京。\n").find("hyp_len = 1 "), std::string::npos);
  std::string lowered = out({"score", "wer", "ref", "--lowercase"}, "A B X D A E\nit RAINS.\n");
  EXPECT_NE(lowered.find("case:lc"), std::string::npos);
  EXPECT_NE(lowered.find(" = 0.00\n"), std::string::npos);
}

TEST_F(ScoreVerb, PrintsAnObjectOrAListOfThem) {
  auto one = nlohmann::json::parse(out({"score", "wer", "ref", "--json"}));
  EXPECT_EQ(one.at("name"), "WER");
  EXPECT_EQ(one.at("score"), 12.5);
  EXPECT_EQ(one.at("counts").at("errors"), 1);
  EXPECT_EQ(one.at("counts").at("length"), 8);
  auto two = nlohmann::json::parse(out({"score", "bleu,chrf", "ref", "--json"}));
  ASSERT_EQ(two.size(), 2u);
  EXPECT_EQ(two[0].at("counts").at("totals"), (std::vector<int64_t>{9, 7, 5, 3}));
  EXPECT_FALSE(two[0].contains("interval"));
}

TEST_F(ScoreVerb, ABootstrapGivesTheSameIntervalForTheSameSeed) {
  Words words = {"score", "wer", "ref", "--bootstrap", "200"};
  EXPECT_NE(out(words).find("nrefs:1|bs:200|seed:12345|"), std::string::npos);
  EXPECT_NE(out(words).find(" = 12.50 (μ = "), std::string::npos);
  EXPECT_EQ(out(words), out(words));
  auto interval = nlohmann::json::parse(out(words + Words{"--json", "--seed", "7"})).at("interval");
  EXPECT_EQ(interval.at("low"), 0);
  EXPECT_NEAR(interval.at("high"), 100.0 / 6, 1e-9);
  EXPECT_NE(out({"score", "wer", "--bootstrap", "ref"}).find("|bs:1000|"), std::string::npos);
}

TEST_F(ScoreVerb, ComparesTwoSystemsOnTheSameSamples) {
  std::string refs, good, bad;
  for (int i = 0; i < 40; ++i) {
    std::string sentence = "the bird number " + std::to_string(i) + " sings in a tree";
    refs += sentence + "\n";
    good += sentence + (i % 8 == 0 ? " today\n" : "\n");
    bad += sentence + (i % 2 == 0 ? " very loudly today\n" : "\n");
  }
  write("refs", refs);
  write("bad", bad);
  auto better = nlohmann::json::parse(out({"score", "bleu", "refs", "--against", "bad", "--json"}, good));
  EXPECT_GT(better.at("difference"), 5);
  EXPECT_LT(better.at("p_value"), 0.05);
  EXPECT_EQ(better.at("against").at("file"), "bad");
  EXPECT_TRUE(better.contains("interval"));
  std::string same = out({"score", "bleu", "refs", "--against", "bad"}, bad);
  EXPECT_NE(same.find("  against bad = "), std::string::npos) << same;
  EXPECT_NE(same.find("  difference = +0.00 (p = 1.0000)\n"), std::string::npos) << same;
}

TEST_F(ScoreVerb, RefusesWordsItDoesNotKnow) {
  expect_refused(2, {"score"}, {"METRIC is missing", "usage: heed score METRIC REF…"});
  expect_refused(2, {"score", "bleu"}, {"REF is missing"});
  expect_refused(2, {"score", "blue", "ref"}, {"'blue'", "did you mean 'bleu'?"});
  expect_refused(2, {"score", "bleu,,chrf", "ref"}, {"unknown metric ''"});
  expect_refused(2, {"score", "bleu", "ref", "--tokenize", "moses"},
                 {"--tokenize", "13a, intl, zh", "'moses'"});
  expect_refused(2, {"score", "bleu", "ref", "--tokenise", "13a"}, {"did you mean '--tokenize'?"});
  expect_refused(2, {"score", "bleu", "ref", "--bootstrap=many"},
                 {"--bootstrap", "a whole number", "'many'"});
  expect_refused(2, {"score", "bleu", "ref", "--smooth", "expo"}, {"did you mean 'exp'?"});
}

TEST_F(ScoreVerb, RefusesFilesThatDoNotFitTogether) {
  write("long", "a\nb\nc\n");
  write("empty", "");
  expect_refused(1, {"score", "bleu", "nowhere"}, {"nowhere"});
  expect_refused(1, {"score", "bleu", "."}, {"cannot read ."});
  expect_refused(1, {"score", "bleu", "ref", "--hypothesis", "nowhere"}, {"nowhere"});
  expect_refused(1, {"score", "bleu", "empty"}, {"empty: expected at least one line"});
  expect_refused(1, {"score", "bleu", "ref", "long"}, {"long: expected 2 lines, as in ref, found 3"});
  expect_refused(1, {"score", "bleu", "ref"}, {"standard input: expected 2 lines, as in ref, found 0"});
  expect_refused(1, {"score", "bleu", "ref", "--hypothesis", "long"}, {"long: expected 2 lines", "found 3"});
  expect_refused(1, {"score", "bleu", "ref", "--against", "long"}, {"long: expected 2 lines"}, "a\nb\n");
  Ran ran =
      Process({"score", "bleu", (folder_ / "ref").string()}, {.input_file = folder_.path().string()}).wait();
  expect_refusal(ran, 1, {"cannot read standard input"});
}

TEST_F(ScoreVerb, RefusesTextThatIsNotUtf8WithItsLine) {
  write("latin", "a\nd\xE9j\xE0\n");
  expect_refused(1, {"score", "bleu", "latin"}, {"latin:2: expected UTF-8", "position 2"});
  expect_refused(1, {"score", "bleu", "ref"}, {"standard input:1: expected UTF-8"}, "\xff\nb\n");
}

}  // namespace
}  // namespace heed
