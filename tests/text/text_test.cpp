#include <gtest/gtest.h>

#include "heed/base/error.h"
#include "heed/text/segmenter.h"
#include "heed/text/utf8.h"
#include "heed/text/vocabulary.h"
#include "message.h"

namespace heed {
namespace {

TEST(Utf8, FindsWhatIsInvalid) {
  EXPECT_FALSE(find_invalid_utf8("aé中😀").has_value());
  EXPECT_EQ(find_invalid_utf8("ab\xff"), 2);
  EXPECT_EQ(find_invalid_utf8("\xc0\xaf"), 0);          // overlong
  EXPECT_EQ(find_invalid_utf8("x\xed\xa0\x80"), 1);     // surrogate
  EXPECT_EQ(find_invalid_utf8("\xf4\x90\x80\x80"), 0);  // past U+10FFFF
  EXPECT_EQ(find_invalid_utf8("\xe4\xb8"), 0);          // cut off
}

TEST(Utf8, ReplacesOnlyWhatIsInvalid) {
  EXPECT_EQ(replace_invalid_utf8("a\xff中"), "a\xEF\xBF\xBD中");
}

TEST(Characters, KeepTheBytesTheyStandFor) {
  std::string text = "é 中x";
  auto tokens = CharactersOptions{}.make()->split(text);
  ASSERT_EQ(tokens.size(), 4U);
  for (const Token& token : tokens) {
    EXPECT_EQ(
        text.substr(static_cast<std::size_t>(token.begin), static_cast<std::size_t>(token.end - token.begin)),
        token.text);
  }
  EXPECT_EQ(tokens[0].word, 0);
  EXPECT_EQ(tokens[1].word, -1);
  EXPECT_EQ(tokens[2].word, 1);
  EXPECT_EQ(tokens[3].word, 1);
}

TEST(Vocabulary, NumbersByFrequencyThenBytes) {
  Vocabulary v = Vocabulary::from_counts({{"b", 2}, {"a", 2}, {"c", 5}, {"<s>", 9}});
  EXPECT_EQ(v.id("c"), 4);
  EXPECT_EQ(v.id("a"), 5);
  EXPECT_EQ(v.id("b"), 6);
  EXPECT_EQ(v.id("nowhere"), Vocabulary::kUnknown);
  EXPECT_EQ(v.size(), 7);
}

TEST(Vocabulary, SurvivesItsFileWithOddTokens) {
  Vocabulary v = Vocabulary::from_counts({{"\n", 4}, {"\\", 3}, {" ", 2}, {"\t", 1}, {"中", 1}});
  Vocabulary read = Vocabulary::from_text(v.to_text(), "v");
  EXPECT_EQ(read.to_text(), v.to_text());
  EXPECT_EQ(read.id("\n"), 4);
  EXPECT_EQ(read.id(" "), 6);
}

TEST(Vocabulary, RefusesADamagedFileWithItsLine) {
  auto read = [](const std::string& text) {
    return message_of<FileError>([&] { Vocabulary::from_text(text, "v"); });
  };
  EXPECT_CONTAINS(read("<pad>\n<unk>\n<s>\n</s>\na\na\n"), "v:6: 'a' stands there twice");
  EXPECT_CONTAINS(read("<pad>\nx\n"), "v:2: expected <unk>");
  EXPECT_CONTAINS(read("<pad>\n<unk>\n<s>\n</s>\na"), "v:5: the last line has no end");
  EXPECT_CONTAINS(read("<pad>\n"), "four special tokens");
  EXPECT_CONTAINS(read("<pad>\n<unk>\n<s>\n</s>\n\\x\n"), "after a backslash");
}

}  // namespace
}  // namespace heed
