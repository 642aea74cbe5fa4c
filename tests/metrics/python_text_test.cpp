#include "heed/metrics/python_text.h"

#include <gtest/gtest.h>

namespace heed {
namespace {

using Words = std::vector<std::string>;

TEST(PythonText, KnowsTheSpacesOfEveryScript) {
  int found = 0;
  for (char32_t point = 0; point <= 0x10FFFF; ++point) found += is_python_space(point) ? 1 : 0;
  EXPECT_EQ(found, 29);
  for (char32_t point : std::u32string_view(
           U"\t\n\v\f\r\x1c\x1d\x1e\x1f \u00a0\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000"))
    EXPECT_TRUE(is_python_space(point)) << static_cast<uint32_t>(point);
  EXPECT_TRUE(is_python_space(0x85));
  // Zero width, the byte order mark and the Mongolian separator are none.
  for (char32_t point : std::u32string_view(U"\u200b\ufeff\u180ea")) EXPECT_FALSE(is_python_space(point));
}

TEST(PythonText, StripsTheRightEndAlone) {
  EXPECT_EQ(right_stripped(" a b \t\r\n\u3000\u00a0\u2028"), " a b");
  EXPECT_EQ(right_stripped(" \u3000"), "");
  EXPECT_EQ(right_stripped(""), "");
  EXPECT_EQ(right_stripped("é"), "é");
  EXPECT_EQ(right_stripped("a\xA0"), "a\xA0");  // a byte that is no character is no space
}

TEST(PythonText, SplitsAtRunsOfSpaces) {
  EXPECT_EQ(split_at_spaces("  a\u00a0\u3000b\x1f|\u200bd "), (Words{"a", "b", "|\u200bd"}));
  EXPECT_EQ(split_at_spaces(""), Words{});
  EXPECT_EQ(split_at_spaces(" \t"), Words{});
}

TEST(PythonText, LowersEveryScriptWithTheFinalSigma) {
  EXPECT_EQ(lowercase("ÀÉ Straße ПРИВЕТ"), "àé straße привет");
  EXPECT_EQ(lowercase("ΟΔΟΣ ΣΑΣ Σ"), "οδος σας σ");
  EXPECT_EQ(lowercase("İ"), "i\u0307");
  EXPECT_EQ(lowercase("中文"), "中文");
}

TEST(PythonText, GoesToCodePointsAndBack) {
  std::string text = "aé中😀";
  EXPECT_EQ(to_utf32(text), U"aé中😀");
  EXPECT_EQ(to_utf8(to_utf32(text)), text);
  EXPECT_EQ(to_utf32("a\xFFz"), U"a\uFFFDz");
}

}  // namespace
}  // namespace heed
