// Findings as tables, charts and CSV.
#include <gtest/gtest.h>

#include "cli/compare/charts.h"
#include "cli/compare/tables.h"
#include "evaluate/runs.h"

namespace heed::cli {
namespace {

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

TEST(Csv, WhereEverythingFailedHasTheErrors) {
  Findings found = judged({failed(0, "a"), failed(1, "b"), failed(2, "c")});
  EXPECT_TRUE(charts_of(found, 3).empty());
  EXPECT_EQ(csv_of(found, std::vector<Variant>(3)),
            "variant,seed,status,error,metric,score,low,high,longer_than_0\n"
            "base,1,failed,a,,,,,\nother,1,failed,b,,,,,\nbroken,1,failed,c,,,,,\n");
}

}  // namespace
}  // namespace heed::cli
