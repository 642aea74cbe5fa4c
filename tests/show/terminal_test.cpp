#include "heed/show/terminal.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <sstream>

#include "examples.h"
#include "heed/base/error.h"
#include "heed/show/characters.h"

namespace heed {
namespace {

using namespace show_test;

constexpr TerminalStyle kPlain{.colour = false, .columns = 80};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

TEST(Terminal, ShadesCellsBesideAndBelowTheirLabels) {
  const auto lines = lines_of(to_terminal(small_map(), kPlain));
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_EQ(lines[0], "  x y z");
  EXPECT_EQ(lines[1], "a ██    ");
  EXPECT_EQ(lines[2], "b ░░▒▒░░");
  EXPECT_TRUE(contains(lines[3], "█ 1"));
}

TEST(Terminal, WritesLongLabelsDownwards) {
  const auto lines = lines_of(to_terminal(map_of({"a"}, {"the", "x"}, {1, 0}), kPlain));
  EXPECT_EQ(lines[0], "  t");
  EXPECT_EQ(lines[1], "  h");
  EXPECT_EQ(lines[2], "  e x");
}

TEST(Terminal, SplitsWideMapsIntoPanelsAndLosesNoColumn) {
  const std::string text = to_terminal(large_map(2, 100), {.colour = false, .columns = 40});
  EXPECT_TRUE(contains(text, "inputs 1–34 of 100"));
  EXPECT_TRUE(contains(text, "inputs 69–100 of 100"));
  for (const std::string& line : lines_of(text))
    EXPECT_LE(show::terminal_width(show::decode(line)), 40) << line;
}

TEST(Terminal, KeepsChineseColumnsAligned) {
  const auto lines = lines_of(to_terminal(map_of({"a"}, {"北", "京"}, {1, 1}), kPlain));
  EXPECT_EQ(lines[0], "  北京");
  EXPECT_EQ(lines[1], "a ████");
}

TEST(Terminal, ColoursEveryCellAndMutesSpecialLabels) {
  AttentionMap map = small_map();
  map.rows.labels[1].special = true;
  const std::string text = to_terminal(map, {.colour = true, .columns = 80});
  EXPECT_EQ(count(text, "\x1b[48;5;"), 6U + 9U);
  EXPECT_TRUE(contains(text, "\x1b[2mb\x1b[0m"));
  EXPECT_FALSE(contains(to_terminal(map, kPlain), "\x1b"));
}

TEST(Terminal, LetsNoLabelSendControlCodes) {
  EXPECT_FALSE(contains(to_terminal(map_of({"\x1b[31m"}, {"\n"}, {1}), kPlain), "\x1b"));
}

TEST(Terminal, LeavesWhatLiesOutsideTheBandBlank) {
  const auto lines = lines_of(to_terminal(banded_map(), {.colour = true, .columns = 80}));
  EXPECT_EQ(count(lines[1], "\x1b[48"), 1U);
  EXPECT_EQ(count(lines[2], "\x1b[48"), 2U);
}

TEST(Terminal, DrawsEmptyMapsAndNarrowTerminals) {
  EXPECT_EQ(to_terminal(AttentionMap{}, kPlain), "(an empty map)\n");
  EXPECT_FALSE(to_terminal(large_map(2, 5), {.colour = false, .columns = 0}).empty());
}

TEST(Terminal, RefusesInvalidMaps) {
  AttentionMap map = small_map();
  map.begin.clear();
  EXPECT_THROW(to_terminal(map, kPlain), InputError);
}

TEST(TerminalStyle, TakesTheWidthFromTheEnvironmentAndColoursNoPipe) {
  setenv("COLUMNS", "123", 1);
  setenv("NO_COLOR", "1", 1);
  const TerminalStyle style = TerminalStyle::detect();
  unsetenv("COLUMNS");
  unsetenv("NO_COLOR");
  EXPECT_EQ(style.columns, 123);
  EXPECT_FALSE(style.colour);
}

}  // namespace
}  // namespace heed
