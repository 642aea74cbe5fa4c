#include <gtest/gtest.h>

#include <algorithm>

#include "examples.h"
#include "heed/base/error.h"
#include "heed/show/figure.h"
#include "heed/show/font.h"
#include "heed/show/write.h"

namespace heed {
namespace {

using namespace show_test;

uint32_t big_endian(const std::string& bytes, std::size_t at) {
  uint32_t value = 0;
  for (std::size_t i = at; i < at + 4; ++i) value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

TEST(Svg, NamesEveryCellWithItsValue) {
  const std::string svg = to_svg(shown_of(small_map()));
  for (const char* title : {"a ← x: 1.000", "a ← y: 0.000", "b ← y: 0.500", "b ← z: 0.250"})
    EXPECT_EQ(count(svg, std::string("<title>") + title + "</title>"), 1U) << title;
  EXPECT_EQ(count(svg, " ← "), 6U);
}

TEST(Svg, EscapesLabelsFromStrangers) {
  const std::string svg = to_svg(shown_of(map_of({"<script>alert('1')</script>"}, {"\"&\xFF\x01"}, {1})));
  EXPECT_FALSE(contains(svg, "<script"));
  EXPECT_TRUE(contains(svg, "&lt;script&gt;"));
  EXPECT_TRUE(contains(svg, "&quot;&amp;\uFFFD\uFFFD"));
}

TEST(Svg, NamesTheAxesAndTheScale) {
  const std::string svg = to_svg(shown_of(small_map()));
  for (const char* text : {">input</text>", ">output</text>", ">0</text>", ">0.5</text>", ">1</text>"})
    EXPECT_EQ(count(svg, text), 1U) << text;
}

TEST(Svg, CallsTheRowsOfAnEncoderInputs) {
  AttentionMap map = small_map();
  map.rows.side = Axis::Side::input;
  EXPECT_EQ(count(to_svg(shown_of(map)), ">input</text>"), 2U);
}

TEST(Svg, DrawsOnlyTheCellsOfTheBand) {
  const std::string svg = to_svg(shown_of(banded_map()));
  EXPECT_EQ(count(svg, " ← "), 4U);
  EXPECT_FALSE(contains(svg, "a ← y"));
}

TEST(Svg, StacksMapsUnderTitlesThatTellThemApart) {
  std::vector<Shown> shown = shown_of(small_map());
  shown[0].maps.push_back(small_map());
  shown[0].maps[1].head = 1;
  const std::string svg = to_svg(shown);
  EXPECT_TRUE(contains(svg, ">head 0</text>"));
  EXPECT_TRUE(contains(svg, ">head 1</text>"));
  EXPECT_FALSE(contains(svg, "layer"));
}

TEST(Svg, MutesSpecialLabels) {
  AttentionMap map = small_map();
  const std::string muted = show::kMuted.hex();
  const std::size_t before = count(to_svg(shown_of(map)), muted);
  map.columns.labels[2].special = true;
  EXPECT_EQ(count(to_svg(shown_of(map)), muted), before + 1);
}

TEST(Svg, SaysSoWhereThereIsNothingToDraw) {
  EXPECT_TRUE(contains(to_svg({}), "no attention maps"));
  EXPECT_TRUE(contains(to_svg(shown_of(AttentionMap{})), "an empty map"));
  EXPECT_TRUE(contains(to_svg(shown_of(map_of({}, {"x"}, {}))), "an empty map"));
}

TEST(Svg, LeavesUnreadablySmallCellsOutOfLargeMaps) {
  AttentionMap map = large_map(100, 500);
  std::fill(map.weights.begin() + 1, map.weights.end(), 0.0F);
  EXPECT_EQ(count(to_svg(shown_of(map)), " ← "), 1U);
}

TEST(Layout, KeepsEveryMarkInsideTheFigure) {
  AttentionMap grid = large_map(9, 12);
  grid.columns.kind = Axis::Kind::grid;
  grid.columns.grid_columns = 5;
  AttentionMap frames = large_map(300, 40);
  frames.rows.kind = Axis::Kind::frames;
  AttentionMap classes = large_map(3, 70);
  classes.rows.kind = Axis::Kind::labels;
  for (const AttentionMap& map :
       {small_map(), banded_map(), large_map(1, 1), large_map(3, 70), grid, frames, classes}) {
    const show::Figure figure = show::lay_out(shown_of(map));
    for (const auto& mark : figure.marks) {
      std::visit(
          [&](const auto& m) {
            EXPECT_TRUE(m.x >= 0 && m.y >= 0 && m.x <= figure.width && m.y <= figure.height);
          },
          mark);
      const auto* text = std::get_if<show::Text>(&mark);
      if (text != nullptr && text->angle == 0 && text->anchor == show::Anchor::start) {
        EXPECT_LE(text->x + show::text_width(text->text, text->size), figure.width);
      }
    }
  }
}

TEST(Layout, ThinsTheTimesOfManyFrames) {
  AttentionMap map = large_map(2, 600);
  map.columns.kind = Axis::Kind::frames;
  for (std::size_t i = 0; i < 600; ++i)
    map.columns.labels[i] = {.text = "", .begin = static_cast<int64_t>(i) * 10};
  const std::string svg = to_svg(shown_of(map));
  EXPECT_TRUE(contains(svg, "</title>0.4 s</text>"));
  EXPECT_FALSE(contains(svg, "</title>0.41 s</text>"));
  EXPECT_LT(count(svg, " s</text>"), 60U);
}

TEST(Font, DrawsLettersAndABoxForWhatNoFontHas) {
  for (const char32_t c : {U'a', U'␣', U'\U0010FFFD'}) {
    const show::Coverage glyph = show::render_glyph(c, {.x = 10, .y = 20, .size = 24, .angle = 45});
    EXPECT_NE(std::count_if(glyph.alpha.begin(), glyph.alpha.end(), [](uint8_t a) { return a > 200; }), 0);
  }
  EXPECT_EQ(show::advance(U'\U0010FFFD', 24), 24);
}

TEST(Font, HasEverySignThatStandsForSomethingInvisible) {
  for (const char32_t c : {U'␣', U'⇥', U'↵', U'\uFFFD'})
    EXPECT_NE(show::advance(c, 24), 24) << static_cast<uint32_t>(c);
}

TEST(Png, HasTwoPixelsForOneOfTheLayout) {
  const std::string png = to_png(shown_of(small_map()));
  const show::Figure figure = show::lay_out(shown_of(small_map()));
  ASSERT_EQ(png.substr(0, 8), "\x89PNG\r\n\x1A\n");
  EXPECT_NEAR(big_endian(png, 16), 2 * figure.width, 1);
  EXPECT_NEAR(big_endian(png, 20), 2 * figure.height, 1);
}

TEST(Png, TakesAHundredByFiveHundred) {
  EXPECT_GT(to_png(shown_of(large_map(100, 500))).size(), 1000U);
}

TEST(Png, SendsWhatIsTooLargeToThePage) {
  try {
    to_png(shown_of(large_map(2, 2000)));
    FAIL();
  } catch (const InputError& error) {
    EXPECT_TRUE(contains(error.what(), ".html")) << error.what();
  }
}

}  // namespace
}  // namespace heed
