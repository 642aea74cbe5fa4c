#include "heed/show/report.h"

#include <gtest/gtest.h>

#include "examples.h"

namespace heed::show {
namespace {

using namespace show_test;

Report small_report() {
  Report report;
  report.title = "Comparison: <dates>";
  report.command = "heed compare 'a&b'";
  report.recipe = "task: <x>";
  report.facts = {"Judged by <BLEU>"};
  report.table = {{{"variant", ""}, {"BLEU", "higher is \"better\""}},
                  {{{"dot|<1>"}, {"12.00", "[11.00, 13.00]"}}, {{"other"}, {"failed"}}}};
  report.charts = {{"quality", "a chart", lay_out(BarChart{"bars", "v", {{"dot", 1}}})}};
  report.examples = {{"x y", "a b", {{"dot", small_map()}, {"fixed", {}, "it has no <attention>"}}}};
  report.failures = {{"broken", "it ended <badly>"}};
  return report;
}

TEST(ReportPage, HoldsEverythingAndNothingFromOutside) {
  std::string page = to_page(small_report());
  for (const char* part : {"Comparison: &lt;dates&gt;", "Judged by &lt;BLEU&gt;", "12.00", "[11.00, 13.00]",
                           "a chart", "b ← z: 0.250", "it has no &lt;attention&gt;", "it ended &lt;badly&gt;",
                           "task: &lt;x&gt;", "x y", "a&amp;b", "higher is &quot;better&quot;"})
    EXPECT_TRUE(contains(page, part)) << part;
  for (const char* outside : {"<script", "src=", "href=", "@import", "url("})
    EXPECT_FALSE(contains(page, outside));
  EXPECT_EQ(count(page, "http"), count(page, "http://www.w3.org/2000/svg") + count(page, "http-equiv"));
}

TEST(ReportPage, LeavesOutWhatThereIsNothingOf) {
  Report report = small_report();
  report.charts.clear();
  report.examples.clear();
  report.failures.clear();
  std::string page = to_page(report);
  for (const char* heading : {"Charts", "attention</h2>", "What failed"})
    EXPECT_FALSE(contains(page, heading));
}

TEST(ReportPage, GivesTheMapsOfASentenceOneScale) {
  Report report = small_report();
  AttentionMap flat = small_map();
  std::fill(flat.weights.begin(), flat.weights.end(), 0.05F);
  report.examples[0].panels = {{"sharp", small_map()}, {"flat", flat}};
  std::string page = to_page(report);
  EXPECT_EQ(count(page, ">0.5</text>"), 2U) << "both legends go to 1";
}

TEST(Markdown, IsATableWhoseTextStaysText) {
  EXPECT_EQ(to_markdown(small_report().table),
            "| variant | BLEU |\n|---|---:|\n| dot\\|\\<1> | 12.00 [11.00, 13.00] |\n| other | failed |\n");
}

}  // namespace
}  // namespace heed::show
