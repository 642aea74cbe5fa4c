#include "cli/compare/findings.h"

#include <gtest/gtest.h>

#include <cmath>

#include "cli/compare/charts.h"
#include "cli/compare/tables.h"
#include "heed/metrics/registry.h"

namespace heed::cli {
namespace {

// Sentences of one to four words; `right` says which were got right.
RunFindings run_of(std::size_t variant, int64_t seed, const std::vector<bool>& right) {
  const std::vector<std::string> sources = {"a", "a b", "a b c", "a b c d", "b", "b b", "b b c", "b b c d"};
  RunFindings run{variant, seed, {}, {}};
  for (std::size_t i = 0; i < sources.size(); ++i) {
    run.facts.outputs.sources.push_back(sources[i]);
    run.facts.outputs.references.push_back({"y"});
    run.facts.outputs.texts.push_back(right[i] ? "y" : "n");
  }
  run.facts.numbers = {{"parameters", 10.0 * static_cast<double>(seed)}, {"attention_entropy", kNoNumber}};
  run.facts.curve = {{0.5, 2, kNoNumber}, {1, 1.5, kNoNumber}};
  return run;
}

RunFindings failed(std::size_t variant, const std::string& error) {
  RunFindings run{variant, 1, {}, {}};
  run.facts.error = error;
  return run;
}

const std::vector<bool> kAll(8, true), kShort = {true, true, false, false, true, true, false, false},
                                       kHalf = {true, false, true, false, true, false, true, false};

Findings judged(std::vector<RunFindings> runs, JudgeOptions options = {}) {
  options.groups = 2;
  std::vector<std::string> names = {"base", "other", "broken"};
  return judge(names, std::move(runs), *make_metric("exact_match"), options);
}

TEST(Findings, JudgeARunAsAWholeByLengthAndOnTheLongSentences) {
  Findings found = judged({run_of(0, 1, kShort), run_of(1, 1, kAll), failed(2, "no")});
  EXPECT_EQ(found.metric, "accuracy");
  EXPECT_EQ(found.unit, "words");
  EXPECT_EQ(found.longer_than, 2) << "the median";
  EXPECT_EQ(found.longer_sentences, 4U);
  ASSERT_EQ(found.lengths.size(), 2U);
  EXPECT_EQ(found.lengths[1].shortest, 3);
  EXPECT_DOUBLE_EQ(found.lengths[1].mean, 3.5);
  const Qualities& quality = found.runs[0].quality;
  EXPECT_DOUBLE_EQ(quality.all.value, 50);
  EXPECT_LT(quality.all.low, 50);
  EXPECT_GT(quality.all.high, 50);
  EXPECT_DOUBLE_EQ(quality.longer.value, 0);
  EXPECT_DOUBLE_EQ(quality.by_length[0].value, 100);
  EXPECT_DOUBLE_EQ(quality.by_length[1].value, 0);
}

TEST(Findings, OfAVariantAreTheMeanOfItsRuns) {
  Findings found = judged({run_of(0, 1, kShort), run_of(0, 3, kAll), run_of(1, 1, kAll), failed(2, "no")});
  const VariantFindings& base = found.variants[0];
  EXPECT_EQ(base.runs, 2);
  EXPECT_DOUBLE_EQ(base.quality.all.value, 75);
  EXPECT_DOUBLE_EQ(base.quality.by_length[1].value, 50);
  EXPECT_DOUBLE_EQ(base.lowest, 50);
  EXPECT_DOUBLE_EQ(base.highest, 100);
  EXPECT_NEAR(base.deviation, 35.355, 1e-3);
  EXPECT_DOUBLE_EQ(number_of(base.numbers, "parameters"), 20);
  EXPECT_TRUE(std::isnan(number_of(base.numbers, "attention_entropy")));
  EXPECT_TRUE(std::isnan(number_of(base.numbers, "nonsense")));
  EXPECT_TRUE(std::isnan(found.variants[1].deviation)) << "one run has none";
  EXPECT_EQ(found.variants[2].runs, 0);
  EXPECT_EQ(found.variants[2].error, "no");
}

TEST(Findings, ComparePairwiseOnTheSameSentences) {
  Findings found = judged({run_of(0, 1, kShort), run_of(1, 1, kAll)});
  const VariantFindings& other = found.variants[1];
  EXPECT_DOUBLE_EQ(other.all.value, 50);
  EXPECT_GT(other.all.low, 0);
  EXPECT_DOUBLE_EQ(other.longer.value, 100);
  EXPECT_DOUBLE_EQ(other.longer.low, 100) << "every long sentence differs";
  EXPECT_TRUE(std::isnan(found.variants[0].all.value)) << "the baseline has no difference to itself";
  // The same outputs leave nothing to explain.
  EXPECT_DOUBLE_EQ(judged({run_of(0, 1, kHalf), run_of(1, 1, kHalf)}).variants[1].all.p, 1);
}

// Two thousand sentences of which the first so many are got right.
RunFindings run_of_many(std::size_t variant, int64_t seed, int right) {
  RunFindings run{variant, seed, {}, {}};
  for (int i = 0; i < 2000; ++i) {
    run.facts.outputs.sources.push_back(i % 2 == 0 ? "a" : "a b");
    run.facts.outputs.references.push_back({"y"});
    run.facts.outputs.texts.push_back(i < right ? "y" : "n");
  }
  return run;
}

Difference difference_over(const std::vector<int>& baseline, const std::vector<int>& other) {
  std::vector<RunFindings> runs;
  for (int right : baseline) runs.push_back(run_of_many(0, static_cast<int64_t>(runs.size()), right));
  for (int right : other) runs.push_back(run_of_many(1, static_cast<int64_t>(runs.size()), right));
  return judged(std::move(runs)).variants[1].all;
}

TEST(Findings, DoNotTakeLuckWithSeedsForADifference) {
  // Three points on two thousand sentences could not be luck with sentences; over seeds each has ten.
  Difference overlapping = difference_over({1000, 1100, 1200}, {1060, 1160, 1260});
  EXPECT_NEAR(overlapping.value, 3, 1e-9);
  EXPECT_GT(overlapping.p, 0.3);
  EXPECT_LT(overlapping.low, 0);
  EXPECT_GT(overlapping.high, 0);
  Difference separate = difference_over({1000, 1010, 1020}, {1200, 1210, 1220});
  EXPECT_LT(separate.p, 0.01);
  EXPECT_GT(separate.low, 0);
}

TEST(Findings, OfOneSeedEachKnowTheChanceOfSentencesAlone) {
  Difference single = difference_over({1000}, {1060});
  EXPECT_LT(single.p, 0.01);
  EXPECT_FALSE(single.of_seeds);
  EXPECT_TRUE(difference_over({1000, 1010}, {1060}).of_seeds);
}

TEST(Findings, KnowNoDifferenceBetweenDifferentTests) {
  RunFindings elsewhere = run_of(1, 1, kAll);
  elsewhere.facts.outputs.sources[0] = "another";
  Findings found = judged({run_of(0, 1, kShort), elsewhere});
  EXPECT_DOUBLE_EQ(found.variants[1].quality.all.value, 100);
  EXPECT_TRUE(std::isnan(found.variants[1].all.value));
  EXPECT_TRUE(std::isnan(found.variants[1].quality.by_length[0].value));
}

TEST(Findings, TakeTheBaselineAndTheLengthThatWereAskedFor) {
  JudgeOptions options;
  options.baseline = 1;
  options.longer_than = 3;
  Findings found = judged({run_of(0, 1, kShort), run_of(1, 1, kAll)}, options);
  EXPECT_DOUBLE_EQ(found.variants[0].all.value, -50);
  EXPECT_EQ(found.longer_sentences, 2U);
}

TEST(Findings, WhereEverythingFailedAreEmpty) {
  Findings found = judged({failed(0, "a"), failed(1, "b"), failed(2, "c")});
  EXPECT_EQ(found.sentences, 0U);
  EXPECT_TRUE(charts_of(found, 3).empty());
  EXPECT_EQ(csv_of(found, std::vector<Variant>(3)),
            "variant,seed,status,error,metric,score,low,high,longer_than_0\n"
            "base,1,failed,a,,,,,\nother,1,failed,b,,,,,\nbroken,1,failed,c,,,,,\n");
}

TEST(Tables, HaveARowAVariantAndSayWhatFailed) {
  show::Table table = table_of(judged({run_of(0, 1, kShort), run_of(1, 1, kAll), failed(2, "no")}));
  ASSERT_EQ(table.rows.size(), 3U);
  EXPECT_EQ(table.columns[1].title, "accuracy");
  EXPECT_EQ(table.rows[0][1].text, "50.00");
  EXPECT_EQ(table.rows[0][2].text, "baseline");
  EXPECT_EQ(table.rows[1][2].text, "+50.00");
  EXPECT_EQ(table.rows[2][1].text, "failed");
  EXPECT_EQ(table.columns[5].title, "parameters");
  EXPECT_EQ(table.rows[0][5].text, "10");
  EXPECT_EQ(table.columns[6].title, "entropy");
  EXPECT_EQ(table.rows[0][6].text, "–");
  for (const auto& row : table.rows) EXPECT_EQ(row.size(), table.columns.size());
}

TEST(Tables, SayHowManyRunsOfAVariantFailed) {
  show::Table table = table_of(judged({run_of(0, 1, kShort), run_of(1, 1, kAll), failed(1, "no")}));
  EXPECT_EQ(table.rows[0][0].note, "");
  EXPECT_EQ(table.rows[1][0].note, "1 of 2 runs failed");
  EXPECT_EQ(table.rows[1][1].text, "100.00");
}

TEST(Tables, ShowTheSpreadWhereThereAreSeveralSeeds) {
  show::Table table = table_of(judged({run_of(0, 1, kShort), run_of(0, 2, kAll), run_of(1, 1, kAll)}));
  EXPECT_EQ(table.columns[2].title, "over seeds");
  EXPECT_EQ(table.rows[0][2].text, "50.00 to 100.00");
  EXPECT_EQ(table.rows[1][2].text, "–");
  EXPECT_NE(table.columns[3].help.find("chance of seeds is in it"), std::string::npos);
}

TEST(Tables, SayThatTheChanceOfSeedsIsNotInADifferenceOfOneSeedEach) {
  show::Table table = table_of(judged({run_of(0, 1, kShort), run_of(1, 1, kAll)}));
  EXPECT_NE(table.columns[2].help.find("chance of seeds is not in it"), std::string::npos);
  EXPECT_TRUE(table.rows[1][2].note.ends_with(", one seed")) << table.rows[1][2].note;
}

TEST(Csv, HasARowARunWithItsSettingsInQuotesWhereNeeded) {
  std::vector<Variant> variants = {
      {"base", "", {"a.b=1", "a.b=2"}, 0}, {"other", "", {"c={x: 1, y: \"2\"}"}, 0}, {"broken", "", {}, 0}};
  std::string csv =
      csv_of(judged({run_of(0, 1, kShort), run_of(1, 1, kAll), failed(2, "a \"bad\", thing")}), variants);
  EXPECT_TRUE(csv.starts_with(
      "variant,seed,a.b,c,status,error,metric,score,low,high,longer_than_2,1-2_words,3-4_words,"
      "parameters,attention_entropy\nbase,1,2,,done,,accuracy,50,"))
      << csv;
  EXPECT_NE(csv.find("\nother,1,,\"{x: 1, y: \"\"2\"\"}\",done,,accuracy,100,100,100,100,100,100,10,\n"),
            std::string::npos)
      << csv;
  EXPECT_NE(csv.find("\nbroken,1,,,failed,\"a \"\"bad\"\", thing\",accuracy,,,,,,,,\n"), std::string::npos)
      << csv;
}

TEST(Charts, ShowWhereTrainingEndsOnlyIfTheTestGoesFurther) {
  Findings found = judged({run_of(0, 1, kShort), run_of(1, 1, kAll), failed(2, "no")});
  auto by_length = [&](std::optional<int64_t> longest) {
    for (const show::ReportChart& chart : charts_of(found, longest))
      if (chart.name == "by-length") return show::paint_svg(chart.figure, "");
    return std::string();
  };
  EXPECT_NE(by_length(3).find("longest in training"), std::string::npos);
  EXPECT_EQ(by_length(4).find("longest in training"), std::string::npos);
  EXPECT_EQ(by_length(std::nullopt).find("longest in training"), std::string::npos);
}

}  // namespace
}  // namespace heed::cli
