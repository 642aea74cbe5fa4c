// Maps of labels over a text, in every format.
#include <gtest/gtest.h>

#include <sstream>

#include "examples.h"
#include "heed/base/error.h"
#include "heed/show/characters.h"
#include "heed/show/figure.h"
#include "heed/show/terminal.h"
#include "heed/show/write.h"

namespace heed {
namespace {

using namespace show_test;

// "good unkind end": the second word has two pieces, and the end belongs to no word.
AttentionMap text_map() {
  AttentionMap map = map_of({"positive"}, {"good", "un", "kind", "</s>"}, {1, 0, 0.5F, 0.25F});
  map.rows.kind = Axis::Kind::labels;
  map.rows.column = "label";
  map.columns.column = "text";
  map.columns.labels = {{"good", 0, 4, 0}, {"un", 5, 7, 1}, {"kind", 7, 11, 1}, {"</s>", 11, 11, -1, true}};
  return map;
}

AttentionMap map_of_two() {
  AttentionMap map = text_map();
  map.rows.labels.push_back({"negative"});
  map.begin = {0, 0};
  map.weights = {1, 0, 0.5F, 0.25F, 0, 1, 0, 0};
  return map;
}

AttentionMap long_map(std::size_t words) {
  AttentionMap map = large_map(1, words);
  map.rows.kind = Axis::Kind::labels;
  return map;
}

constexpr TerminalStyle kPlain{.colour = false, .columns = 80}, kColour{.colour = true, .columns = 80};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

TEST(ColouredText, IsForLabelsOverTokensAlone) {
  AttentionMap map = text_map();
  EXPECT_TRUE(map.is_over_text());
  map.rows.kind = Axis::Kind::tokens;
  EXPECT_FALSE(map.is_over_text());
  map = text_map();
  map.columns.kind = Axis::Kind::sentences;
  EXPECT_FALSE(map.is_over_text());
}

TEST(ColouredTextInTheTerminal, HasShadesBelowTheWordsAndNamesThreeOfThem) {
  AttentionMap map = text_map();
  map.part = "classifier.attention";
  EXPECT_EQ(to_terminal(map, kPlain),
            "classifier.attention\n"
            "positive ← good 1.000, kind 0.500, </s> 0.250\n"
            "  good unkind </s>\n"
            "  ████   ▒▒▒▒ ░░░░\n"
            "  0  ░░▒▒▓▓██ 1\n");
}

TEST(ColouredTextInTheTerminal, DrawsAStripForEachLabel) {
  const auto lines = lines_of(to_terminal(map_of_two(), kPlain));
  ASSERT_EQ(lines.size(), 7U);
  EXPECT_EQ(lines[3], "negative ← un 1.000");
  EXPECT_EQ(lines[4], "  good unkind </s>");
  EXPECT_EQ(lines[5], "       ██");
}

TEST(ColouredTextInTheTerminal, ColoursWordsAndMutesSpecialLabels) {
  const auto lines = lines_of(to_terminal(text_map(), kColour));
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[1],
            "  \x1b[48;5;17;38;5;231mgood\x1b[0m un\x1b[48;5;68;38;5;235mkind\x1b[0m "
            "\x1b[48;5;153;38;5;245m</s>\x1b[0m");
  AttentionMap map = text_map();
  map.weights[3] = 0;
  EXPECT_TRUE(contains(to_terminal(map, kColour), " \x1b[2m</s>\x1b[0m\n"));
}

TEST(ColouredTextInTheTerminal, BreaksLinesAtTheWidthAndLosesNoWord) {
  const AttentionMap map = long_map(100);
  for (const TerminalStyle& style : {TerminalStyle{false, 40}, TerminalStyle{false, 20}}) {
    const std::string text = to_terminal(map, style);
    for (const std::string& line : lines_of(text))
      EXPECT_LE(show::terminal_width(show::decode(line)), style.columns) << line;
    for (int i = 3; i < 100; ++i) EXPECT_EQ(count(text, "word" + std::to_string(i)), i < 10 ? 11U : 1U) << i;
  }
  EXPECT_FALSE(to_terminal(map, {.colour = true, .columns = 0}).empty());
}

TEST(ColouredTextInTheTerminal, KeepsShadesBelowChineseWords) {
  AttentionMap map = text_map();
  map.columns.labels = {{"这部", 0, 6}, {"电影", 6, 12}, {"好", 12, 15}, {"。", 15, 18}};
  map.weights = {0, 0, 1, 0};
  const auto lines = lines_of(to_terminal(map, kPlain));
  EXPECT_EQ(lines[1], "  这部电影好。");
  EXPECT_EQ(lines[2], "          ██");
  EXPECT_EQ(lines_of(to_terminal(map, {.colour = false, .columns = 16}))[1], "  这部电影好。");
  map.columns.labels[0].text = "这部这部这部这部";
  EXPECT_EQ(lines_of(to_terminal(map, {.colour = false, .columns = 16}))[1], "  这部这部这部…");
}

TEST(ColouredTextInTheTerminal, ReadsWeightsThroughTheBandAndSaysSoIfThereAreNone) {
  AttentionMap map = text_map();
  map.width = 1;
  map.begin = {2};
  map.weights = {1};
  EXPECT_EQ(lines_of(to_terminal(map, kPlain))[0], "positive ← kind 1.000");
  map.weights = {0};
  EXPECT_EQ(to_terminal(map, kPlain), "positive ← nothing\n  good unkind </s>\n  0  ░░▒▒▓▓██ 1\n");
  map.columns.labels.clear();
  map.begin = {0};
  EXPECT_EQ(to_terminal(map, kPlain), "(an empty map)\n");
}

TEST(ColouredTextInTheTerminal, LetsNoLabelSendControlCodes) {
  AttentionMap map = text_map();
  map.columns.labels[0].text = "\x1b[31m";
  map.rows.labels[0].text = "\x1b[31m\n";
  EXPECT_FALSE(contains(to_terminal(map, kPlain), "\x1b"));
}

// The boxes and texts of a picture, with the place of the map.
struct Marks {
  std::vector<show::Box> boxes;
  std::vector<show::Text> texts;
};

Marks marks_of(const AttentionMap& map) {
  Marks marks;
  for (const auto& mark : show::lay_out_text(map, 1).marks) {
    if (const auto* box = std::get_if<show::Box>(&mark); box != nullptr && !box->title.empty())
      marks.boxes.push_back(*box);
    if (const auto* text = std::get_if<show::Text>(&mark)) marks.texts.push_back(*text);
  }
  return marks;
}

TEST(ColouredTextPicture, HasABoxForEachWordThatSaysItsWeight) {
  const Marks marks = marks_of(text_map());
  ASSERT_EQ(marks.boxes.size(), 4U);
  EXPECT_EQ(marks.boxes[0].title, "positive ← good: 1.000");
  EXPECT_EQ(marks.boxes[0].fill, show::ramp(1));
  EXPECT_EQ(marks.boxes[2].fill, show::ramp(0.5));
  EXPECT_GT(marks.boxes[1].x, marks.boxes[0].x + marks.boxes[0].width) << "a space";
  EXPECT_EQ(marks.boxes[2].x, marks.boxes[1].x + marks.boxes[1].width) << "pieces of one word";
  ASSERT_GE(marks.texts.size(), 5U);
  EXPECT_EQ(marks.texts[0].text, U"positive");
  EXPECT_EQ(marks.texts[1].colour, show::kWhite);
  EXPECT_EQ(marks.texts[2].colour, show::kInk);
  EXPECT_EQ(marks.texts[4].colour, show::kMuted);
}

TEST(ColouredTextPicture, HasAStripForEachLabelAndNoBoxOutsideTheBand) {
  EXPECT_EQ(marks_of(map_of_two()).boxes.size(), 8U);
  EXPECT_GT(marks_of(map_of_two()).boxes[4].y, marks_of(map_of_two()).boxes[3].y);
  AttentionMap map = text_map();
  map.width = 1;
  map.begin = {2};
  map.weights = {1};
  EXPECT_EQ(marks_of(map).boxes.size(), 1U);
  EXPECT_EQ(marks_of(map).boxes[0].title, "positive ← kind: 1.000");
}

TEST(ColouredTextPicture, WrapsLinesSoThatItIsNeverVeryWide) {
  const Marks marks = marks_of(long_map(200));
  ASSERT_EQ(marks.boxes.size(), 200U);
  EXPECT_GT(marks.boxes[199].y, marks.boxes[0].y);
  for (const show::Box& box : marks.boxes) EXPECT_LE(box.x + box.width, 800);
  AttentionMap chinese = text_map();
  chinese.columns.labels.clear();
  for (int64_t i = 0; i < 100; ++i) chinese.columns.labels.push_back({"北", 3 * i, 3 * i + 3});
  chinese.width = 100;
  chinese.weights.assign(100, 0.01F);
  const show::Figure figure = show::lay_out_text(chinese, 1);
  EXPECT_LE(figure.width, 800);
  EXPECT_EQ(marks_of(chinese).boxes[0].width, marks_of(chinese).boxes[45].width) << "the first of both lines";
}

TEST(ColouredTextPicture, StandsUnderItsTitleInSvgAndPng) {
  std::vector<Shown> shown = shown_of(text_map());
  shown[0].maps.push_back(text_map());
  shown[0].maps[1].head = 1;
  const std::string svg = to_svg(shown);
  EXPECT_TRUE(contains(svg, ">head 1</text>"));
  EXPECT_EQ(count(svg, "</title>unkind"), 0U);
  EXPECT_EQ(count(svg, "</title>kind</text>"), 2U);
  EXPECT_FALSE(contains(svg, ">output</text>")) << "it is no matrix";
  EXPECT_EQ(to_png(shown).substr(1, 3), "PNG");
}

TEST(ColouredTextPicture, EscapesLabelsFromStrangers) {
  AttentionMap map = text_map();
  map.columns.labels[0].text = "<script>";
  EXPECT_FALSE(contains(to_svg(shown_of(map)), "<script"));
}

TEST(ColouredTextFile, ComesBackWithItsKindColumnAndSide) {
  const std::vector<Shown> shown = shown_of(map_of_two());
  const std::string json = to_json(shown);
  EXPECT_TRUE(contains(json, "\"rows\":{\"kind\":\"labels\",\"column\":\"label\",\"labels\""));
  EXPECT_TRUE(contains(json, "\"columns\":{\"kind\":\"tokens\",\"column\":\"text\",\"labels\""));
  EXPECT_EQ(from_json(json), shown);
}

TEST(ColouredTextPage, HasTheScriptThatDrawsIt) {
  const std::string page = to_html(shown_of(text_map()));
  EXPECT_EQ(count(page, "function drawText("), 1U);
  EXPECT_TRUE(contains(page, "\"kind\":\"labels\""));
}

}  // namespace
}  // namespace heed
