#include "heed/show/chart.h"

#include <gtest/gtest.h>

#include <cmath>

#include "examples.h"
#include "heed/show/font.h"
#include "heed/show/polygon.h"

namespace heed::show {
namespace {

using show_test::contains;
using show_test::count;
using Values = std::vector<double>;

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

TEST(Ticks, AreRoundNumbersAroundTheValues) {
  EXPECT_EQ(ticks(0, 10, 5), (Values{0, 2, 4, 6, 8, 10}));
  EXPECT_EQ(ticks(3, 41, 4), (Values{0, 10, 20, 30, 40, 50}));
  EXPECT_EQ(ticks(-7, 12, 4), (Values{-10, -5, 0, 5, 10, 15}));
  EXPECT_EQ(ticks(1000, 9000, 4), (Values{0, 2000, 4000, 6000, 8000, 10000}));
  EXPECT_EQ(ticks(0, 0.5, 5).size(), 6U);
  EXPECT_DOUBLE_EQ(ticks(0, 0.5, 5).back(), 0.5);
}

TEST(Ticks, OfASingleValueLieOnBothSides) {
  for (double value : {0.0, 5.0, -3.0, 1e-9, 1e9}) {
    Values made = ticks(value, value, 5);
    EXPECT_LT(made.front(), value);
    EXPECT_GT(made.back(), value);
    EXPECT_LE(made.size(), 7U);
  }
}

TEST(Ticks, AreFewWhateverTheRange) {
  for (double high : {1e-7, 0.013, 0.99, 7.0, 123.4, 8e5, 3e12})
    EXPECT_LE(ticks(high / 50, high, 6).size(), 8U) << high;
}

LineChart two_lines() {
  return {.title = "T",
          .x_title = "across",
          .y_title = "up",
          .series = {{"first", {{1, 10, 8, 12}, {2, 20, 18, 22}}}, {"second", {{1, 5}, {2, 6}}}}};
}

TEST(LineChart, DrawsEverySeriesWithItsNameAndValues) {
  std::string svg = paint_svg(lay_out(two_lines()), "what it is");
  EXPECT_EQ(count(svg, "<polyline"), 4U) << "two lines, two in the legend";
  for (const char* title :
       {"first: 10 [8, 12] at 1", "first: 20 [18, 22] at 2", "second: 5 at 1", "second: 6 at 2"})
    EXPECT_TRUE(contains(svg, std::string("<title>") + title + "</title>")) << title;
  for (const char* text :
       {">T<", ">across<", ">up<", "first</text>", "second</text>", "<title>what it is</title>"})
    EXPECT_TRUE(contains(svg, text)) << text;
}

TEST(LineChart, DrawsBandsOnlyWhenAsked) {
  LineChart chart = two_lines();
  EXPECT_EQ(count(paint_svg(lay_out(chart), ""), "fill-opacity"), 0U);
  chart.bands = true;
  chart.series[0].points.push_back({3, 15, 12, 18});
  EXPECT_EQ(count(paint_svg(lay_out(chart), ""), "fill-opacity"), 1U) << "the second series has no intervals";
}

TEST(LineChart, LeavesOutWhatIsNotFinite) {
  LineChart chart = two_lines();
  chart.series.push_back({"empty", {}});
  chart.series.push_back({"nothing", {{1, kNone}, {kNone, 2}, {INFINITY, 1}}});
  chart.series.push_back({"one", {{1, kNone}, {1.5, 7}}});
  std::string svg = paint_svg(lay_out(chart), "");
  EXPECT_FALSE(contains(svg, "nan") || contains(svg, "inf"));
  EXPECT_FALSE(contains(svg, "empty</text>") || contains(svg, "nothing</text>"));
  EXPECT_EQ(count(svg, "one: 7 at 1.5"), 1U);
}

TEST(LineChart, WithoutAnyPointIsStillAChart) {
  std::string svg = paint_svg(lay_out(LineChart{.title = "none", .x_title = "x", .y_title = "y"}), "");
  EXPECT_FALSE(contains(svg, "nan"));
  EXPECT_TRUE(contains(svg, ">none<"));
  EXPECT_FALSE(contains(paint_svg(lay_out(BarChart{"b", "v", {}}), ""), "nan"));
}

TEST(LineChart, TellsTwentySeriesApart) {
  LineChart chart{.title = "", .x_title = "", .y_title = ""};
  for (int i = 0; i < 20; ++i)
    chart.series.push_back({"s" + std::to_string(i), {{0, 1.0 * i}, {1, 2.0 * i}}});
  std::vector<std::string> looks;
  for (const auto& mark : lay_out(chart).marks)
    if (const auto* line = std::get_if<Line>(&mark)) {
      std::string look = line->colour.hex();
      for (double dash : line->dashes) look += " " + std::to_string(dash);
      looks.push_back(look);
    }
  std::sort(looks.begin(), looks.end());
  EXPECT_EQ(looks.size(), 40U);
  EXPECT_EQ(std::unique(looks.begin(), looks.end()) - looks.begin(), 20);
}

TEST(LineChart, MarksAValueOfItsAxis) {
  LineChart chart = two_lines();
  chart.mark = 1.5;
  chart.mark_text = "here";
  EXPECT_TRUE(contains(paint_svg(lay_out(chart), ""), ">here</text>"));
}

TEST(Charts, EscapeNamesFromStrangers) {
  LineChart lines{.title = "<b>", .x_title = "&", .y_title = "\"", .series = {{"<script>", {{0, 1}}}}};
  std::string svg =
      paint_svg(lay_out(lines), "") + paint_svg(lay_out(BarChart{"<i>", "", {{"<script>", 1}}}), "");
  for (const char* raw : {"<b>", "<i>", "<script>", ">&<"}) EXPECT_FALSE(contains(svg, raw)) << raw;
}

TEST(Charts, KeepEveryMarkInsideTheFigure) {
  LineChart lines = two_lines();
  lines.bands = true;
  BarChart bars{"bars",
                "value",
                {{"a", 3, 2, 4, {2.5, 3.5}}, {"a much longer name of a variant", -1, -2, 0}, {"c", kNone}}};
  for (const Figure& figure : {lay_out(lines), lay_out(bars)}) {
    for (const auto& mark : figure.marks) {
      std::visit(
          [&](const auto& m) {
            EXPECT_TRUE(m.x >= 0 && m.y >= 0 && m.x <= figure.width && m.y <= figure.height);
          },
          mark);
      const auto* line = std::get_if<Line>(&mark);
      for (std::size_t i = 0; line != nullptr && i < line->spots.size(); ++i) {
        EXPECT_TRUE(line->x + line->spots[i].x >= 0 && line->x + line->spots[i].x <= figure.width);
        EXPECT_TRUE(line->y + line->spots[i].y >= 0 && line->y + line->spots[i].y <= figure.height);
      }
    }
  }
}

TEST(BarChart, DrawsAFiniteBarAWhiskerAndTheRunsBehindIt) {
  std::string svg =
      paint_svg(lay_out(BarChart{"", "", {{"a", 3, 2, 4, {2.5, 3.5, kNone}}, {"b", kNone}}}), "");
  EXPECT_EQ(count(svg, "<polyline"), 1U);
  EXPECT_EQ(count(svg, "<polygon"), 2U);
  EXPECT_EQ(count(svg, "a: 3 [2, 4]"), 1U);
  EXPECT_TRUE(contains(svg, "b</text>"));
}

TEST(Charts, ArePaintedAsPngToo) {
  LineChart chart = two_lines();
  chart.bands = true;
  EXPECT_GT(paint_png(lay_out(chart)).size(), 5000U);
}

TEST(Polygon, CoversWhatItEncloses) {
  Coverage square = cover(std::vector<Spot>{{1, 1}, {3, 1}, {3, 3}, {1, 3}}, 10, 10);
  EXPECT_EQ(square.left, 1);
  EXPECT_EQ(square.width, 2);
  EXPECT_EQ(square.alpha, (std::vector<uint8_t>(4, 255)));
  Coverage half = cover(std::vector<Spot>{{0, 0}, {1, 0}, {1, 0.5}, {0, 0.5}}, 10, 10);
  EXPECT_EQ(half.alpha, (std::vector<uint8_t>{127}));
  Coverage triangle = cover(std::vector<Spot>{{0, 0}, {4, 0}, {0, 4}}, 10, 10);
  EXPECT_EQ(triangle.alpha[0], 255);
  EXPECT_EQ(triangle.alpha[15], 0);
  EXPECT_TRUE(cover(std::vector<Spot>{{0, 0}, {1, 1}}, 10, 10).alpha.empty());
  EXPECT_TRUE(cover(std::vector<Spot>{{-9, -9}, {-5, -9}, {-5, -5}}, 10, 10).alpha.empty()) << "outside";
}

TEST(Dashes, GoOnAroundCorners) {
  std::vector<Spot> spots = {{0, 0}, {3, 0}, {3, 5}};
  std::vector<Piece> pieces = cut_into_dashes(spots, Values{4, 2});
  ASSERT_EQ(pieces.size(), 3U);  // 0…3, around the corner to 4, then 6…8
  EXPECT_DOUBLE_EQ(pieces[1].to.y, 1);
  EXPECT_DOUBLE_EQ(pieces[2].from.y, 3);
  EXPECT_DOUBLE_EQ(pieces[2].to.y, 5);
  EXPECT_EQ(cut_into_dashes(spots, Values{}).size(), 2U);
  EXPECT_TRUE(cut_into_dashes(std::vector<Spot>{{1, 1}}, Values{4, 2}).empty());
}

}  // namespace
}  // namespace heed::show
