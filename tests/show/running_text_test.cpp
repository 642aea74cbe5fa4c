#include "heed/show/running_text.h"

#include <gtest/gtest.h>

#include "heed/show/characters.h"

namespace heed::show {
namespace {

Axis axis_of(std::vector<Label> labels) {
  return {.labels = std::move(labels)};
}

// The text with spaces where they stand and "|" where a line may break without one.
std::string drawn(const Axis& axis) {
  std::string out;
  for (const TextPiece& piece : running_text(axis))
    out += (out.empty() ? "" : piece.space ? " " : piece.breaks ? "|" : "") + encode(piece.text);
  return out;
}

TEST(RunningText, HasSpacesWhereBytesLieBetweenTokens) {
  EXPECT_EQ(drawn(axis_of({{"great", 0, 5}, {"film", 6, 10}, {",", 10, 11}, {"really", 12, 18}})),
            "great film, really");
  EXPECT_EQ(drawn(axis_of({{"un", 0, 2}, {"friend", 2, 8}, {"ly", 8, 10}})), "unfriendly");
}

TEST(RunningText, HasSpacesWherePiecesBeginWithOne) {
  EXPECT_EQ(drawn(axis_of({{"▁un", 0, 2}, {"kind", 2, 6}, {"▁word", 6, 11}, {" more", 11, 16}})),
            "unkind word more");
}

TEST(RunningText, HasNoMarksOfSeparateWords) {
  EXPECT_EQ(drawn(axis_of({{"great", 0, 5}, {"￭,", 5, 6}, {"“￭", 7, 10}, {"so", 10, 12}})), "great, “so");
  EXPECT_EQ(drawn(axis_of({{"￭", 0, 3}})), "￭") << "a sign alone is the text itself";
}

TEST(RunningText, SetsTokensWithoutBytesApart) {
  EXPECT_EQ(drawn(axis_of({{"a"}, {"b"}, {"c"}})), "a b c");
}

TEST(RunningText, SetsSpecialLabelsApart) {
  EXPECT_EQ(drawn(axis_of({{"a", 0, 1}, {"b", 1, 2}, {"</s>", 2, 2, -1, true}})), "ab </s>");
}

TEST(RunningText, KeepsWhiteSpaceThatIsAToken) {
  const Axis letters = axis_of({{"a", 0, 1}, {"b", 1, 2}, {" ", 2, 3}, {"c", 3, 4}, {"▁", 4, 5}});
  EXPECT_EQ(drawn(letters), "ab |c ");
  EXPECT_EQ(name_of(running_text(letters)[2]), U"␣");
  EXPECT_EQ(name_of(running_text(letters)[4]), U"␣");
  EXPECT_EQ(name_of(running_text(letters)[0]), U"a");
}

TEST(RunningText, MayBreakBetweenWideCharactersButNotBeforeAFullStop) {
  EXPECT_EQ(drawn(axis_of({{"北", 0, 3}, {"京", 3, 6}, {"。", 6, 9}, {"ok", 9, 11}})), "北|京。|ok");
}

TEST(RunningText, OfNothingIsNothing) {
  EXPECT_TRUE(running_text({}).empty());
  EXPECT_TRUE(fill_lines({}, {}, {.line = 10, .space = 1}).empty());
}

// Lines of ten columns for pieces as wide as their letters are many.
std::vector<std::pair<std::size_t, double>> filled(const Axis& axis) {
  const std::vector<TextPiece> pieces = running_text(axis);
  std::vector<double> widths;
  for (const TextPiece& piece : pieces) widths.push_back(terminal_width(piece.text));
  std::vector<std::pair<std::size_t, double>> places;
  for (const TextPlace& place : fill_lines(pieces, widths, {.line = 10, .space = 1}))
    places.emplace_back(place.line, place.x);
  return places;
}

using Places = std::vector<std::pair<std::size_t, double>>;

TEST(FillLines, BreaksAtSpacesAndKeepsThePiecesOfAWordTogether) {
  EXPECT_EQ(
      filled(axis_of({{"great", 0, 5}, {"film", 6, 10}, {"un", 11, 13}, {"kind", 13, 17}, {"it", 18, 20}})),
      (Places{{0, 0}, {0, 6}, {1, 0}, {1, 2}, {1, 7}}));
}

TEST(FillLines, BreaksAWordThatIsLongerThanALine) {
  EXPECT_EQ(filled(axis_of({{"a", 0, 1}, {"abcdef", 2, 8}, {"ghijkl", 8, 14}})),
            (Places{{0, 0}, {1, 0}, {2, 0}}));
}

TEST(FillLines, CountsTwoColumnsForChinese) {
  EXPECT_EQ(filled(axis_of({{"北京", 0, 6}, {"北京", 6, 12}, {"北京", 12, 18}})),
            (Places{{0, 0}, {0, 4}, {1, 0}}));
}

}  // namespace
}  // namespace heed::show
