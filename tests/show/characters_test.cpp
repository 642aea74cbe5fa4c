#include "heed/show/characters.h"

#include <gtest/gtest.h>

namespace heed::show {
namespace {

TEST(Characters, ComeBackFromCodePoints) {
  const std::string text = "aé中😀";
  EXPECT_EQ(encode(decode(text)), text);
  EXPECT_EQ(decode(text).size(), 4U);
}

TEST(Characters, ReplaceEveryWrongByte) {
  EXPECT_EQ(decode("a\xFFz"), U"a\uFFFDz");
  EXPECT_EQ(decode("\xC3"), U"\uFFFD");                      // cut off
  EXPECT_EQ(decode("\xC0\xAF"), U"\uFFFD\uFFFD");            // overlong
  EXPECT_EQ(decode("\xED\xA0\x80"), U"\uFFFD\uFFFD\uFFFD");  // a surrogate
  EXPECT_EQ(decode("\xF5\x80\x80\x80").size(), 4U);          // beyond Unicode
}

TEST(Characters, MakeSpacesAndControlsVisible) {
  EXPECT_EQ(visible(" "), U"␣");
  EXPECT_EQ(visible(" the "), U"␣the␣");
  EXPECT_EQ(visible("two  spaces"), U"two␣␣spaces");
  EXPECT_EQ(visible("a sentence"), U"a sentence");
  EXPECT_EQ(visible(std::string("\t\n\0\x7F", 4)), U"⇥↵\uFFFD\uFFFD");
}

TEST(Characters, DropWhatWouldTurnTextAround) {
  EXPECT_EQ(visible("a\u202Eb\uFFFEc"), U"a\uFFFDb\uFFFDc");
}

TEST(Characters, AreEscapedForMarkup) {
  EXPECT_EQ(escape_xml("<a b='c' d=\"e\">&"), "&lt;a b=&#39;c&#39; d=&quot;e&quot;&gt;&amp;");
}

TEST(Characters, TakeTheirRoomInATerminal) {
  EXPECT_EQ(terminal_width(U"abc"), 3);
  EXPECT_EQ(terminal_width(U"北京"), 4);
  EXPECT_EQ(terminal_width(U"e\u0301"), 1);
}

}  // namespace
}  // namespace heed::show
