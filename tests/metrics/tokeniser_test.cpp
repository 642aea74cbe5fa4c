// A line a rule, with what the rule gives, tokens set apart by spaces.
#include "heed/metrics/tokeniser.h"

#include <gtest/gtest.h>

#include "heed/base/error.h"

namespace heed {
namespace {

struct Case {
  const char *line, *tokens;
};

std::string joined(const Tokens& tokens) {
  std::string text;
  for (const std::string& token : tokens) text += (text.empty() ? "" : " ") + token;
  return text;
}

void expect_tokens(const char* name, std::initializer_list<Case> cases) {
  for (const auto& [line, tokens] : cases) {
    EXPECT_EQ(joined(find_tokeniser(name)(line)), tokens) << name << " of '" << line << "'";
  }
}

TEST(Tokeniser13a, SetsAsciiPunctuationApart) {
  expect_tokens("13a", {{"Good day, reader!", "Good day , reader !"},
                        {"{|}~", "{ | } ~"},
                        {"[\\]^_`", "[ \\ ] ^ _ `"},
                        {"!\"#$%&", "! \" # $ % &"},
                        {"()*+", "( ) * +"},
                        {":;<=>?@/", ": ; < = > ? @ /"},
                        {"a/b", "a / b"},
                        {"it's", "it's"},
                        {"well-known", "well-known"}});
}

TEST(Tokeniser13a, LeavesPointsBetweenDigitsAndDashesBeforeThem) {
  expect_tokens("13a", {{"3.14 and 3,000", "3.14 and 3,000"},
                        {"2-3", "2 - 3"},
                        {"a-3", "a-3"},
                        {"-3", "-3"},
                        {".5", ". 5"},
                        {"in 1999.", "in 1999 ."},
                        {"v1.x", "v1 . x"},
                        {"a.1", "a . 1"},
                        {"1.,2", "1 . , 2"},
                        {"a..b", "a . . b"},
                        {"so...", "so . . ."}});
}

TEST(Tokeniser13a, SeesOnlyAscii) {
  expect_tokens("13a", {{"“so”—¿qué?", "“so”—¿qué ?"},
                        {"٣.٤", "٣ . ٤"},  // digits are 0 to 9
                        {"中。", "中。"},
                        {"é.", "é ."},
                        {".é", ". é"}});
}

TEST(Tokeniser13a, UndoesWhatSgmlDid) {
  expect_tokens("13a", {{"&quot;a&quot;", "\" a \""},
                        {"a&lt;b&gt;c", "a < b > c"},
                        {"&amp;lt;", "<"},  // one replacement after the other
                        {"&apos;", "& apos ;"},
                        {"a<skipped>b", "ab"},
                        {"<ski<skipped>pped>", "< skipped >"},
                        {"bro-\nken\nline", "broken line"}});
}

TEST(Tokeniser13a, SplitsAtEverySpaceOfUnicode) {
  expect_tokens("13a", {{"a\u00a0b\u3000c\td\u2028e", "a b c d e"}, {"a\u200bb", "a\u200bb"}, {"", ""}});
}

TEST(TokeniserIntl, SetsPunctuationOfEveryScriptApart) {
  expect_tokens("intl", {{"Good day, reader!", "Good day , reader !"},
                         {"“so”—¿qué?", "“ so ” — ¿ qué ?"},
                         {"中。文", "中 。 文"},
                         {"it's", "it ' s"},
                         {"well-known", "well - known"},
                         {"!a", "! a"},
                         {"a!", "a !"},
                         {"&quot;", "& quot ;"}});
}

TEST(TokeniserIntl, LeavesPunctuationBetweenNumbers) {
  expect_tokens("intl", {{"3,000.50", "3,000.50"},
                         {"2-3", "2-3"},
                         {"3-a", "3 - a"},
                         {"a-3", "a - 3"},
                         {"٣٫٤", "٣٫٤"},
                         {"x².y", "x² . y"},
                         {"a.,b", "a . , b"}});
}

TEST(TokeniserIntl, LeavesTheEndOfALineWithANumberBeforeIt) {
  expect_tokens("intl",
                {{"in 1999.", "in 1999."}, {"in 1999. So", "in 1999 . So"}, {"Ⅳ.", "Ⅳ."}, {".5", ".5"}});
}

TEST(TokeniserIntl, SetsEverySymbolApart) {
  expect_tokens("intl", {{"5€+3$=x", "5 € + 3 $ = x"}, {"1+1", "1 + 1"}, {"a😀b", "a 😀 b"}, {"°C", "° C"}});
}

TEST(TokeniserZh, SetsChineseCharactersApart) {
  expect_tokens("zh", {{"我爱北京。", "我 爱 北 京 。"},
                       {"价格3.5元", "价 格 3.5 元"},
                       {"用C++写", "用 C + + 写"},
                       {"ＡＢ", "Ａ Ｂ"},
                       {"ｶﾅ", "ｶ ﾅ"},
                       {"カナ", "カナ"},
                       {"한글", "한글"},
                       {"㈠㍿", "㈠ ㍿"},
                       {"，。", "， 。"}});
}

TEST(TokeniserZh, TakesU2001ToU2A6DForChineseAndNotExtensionB) {
  expect_tokens("zh", {{"a—b", "a — b"},
                       {"“x”", "“ x ”"},
                       {"a→b", "a → b"},
                       {"y\u2a6dy\u2a6ey", "y \u2a6d y\u2a6ey"},
                       {"𠀀𠀁", "𠀀𠀁"},
                       {"y\u4db5y\u4db6y", "y \u4db5 y\u4db6y"},
                       {"y\u9fbby\u9fbcy", "y \u9fbb y\u9fbcy"}});
}

TEST(TokeniserZh, HasNoSpaceAroundTheLine) {
  expect_tokens("zh",
                {{".5", ".5"}, {"5.", "5."}, {" 5. ", "5."}, {"so.", "so ."}, {" \u3000 ", ""}, {"", ""}});
}

TEST(TokeniserChar, GivesEveryCharacterButSpaces) {
  expect_tokens("char",
                {{"ab c", "a b c"}, {"中\u3000文。", "中 文 。"}, {"e\u0301", "e \u0301"}, {"😀", "😀"}});
}

TEST(TokeniserNone, SplitsAtSpaces) {
  expect_tokens("none", {{" a,b  c.", "a,b c."}, {"a\u00a0b", "a b"}});
}

TEST(MetricTokeniser, UnknownNamesAreRefused) {
  EXPECT_EQ(tokeniser_names().size(), 5U);
  EXPECT_THROW(find_tokeniser("moses"), OptionError);
}

}  // namespace
}  // namespace heed
