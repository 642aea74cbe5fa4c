#include <gtest/gtest.h>

#include <algorithm>

#include "heed/base/error.h"
#include "heed/text/line_sample.h"
#include "heed/text/rewritten.h"
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

TEST(Utf8, NumbersTheWordsOfEachByte) {
  EXPECT_EQ(word_numbers(" é\xC2\xA0"
                         "b"),
            (std::vector<int32_t>{-1, 0, 0, -1, -1, 1}));
  EXPECT_EQ(code_point_start("aé", 2), 1);
  EXPECT_EQ(code_point_start("aé", 9), 3);
}

TEST(Rewritten, KnowsTheBytesOfTheOriginal) {
  Rewritten text("İX ﬁ");
  text.lowercase();
  EXPECT_EQ(text.text(), "i̇x ﬁ");
  EXPECT_EQ(text.original(0, 1), std::make_pair(int64_t{0}, int64_t{2}));  // i
  EXPECT_EQ(text.original(1, 3), std::make_pair(int64_t{0}, int64_t{2}));  // its dot
  EXPECT_EQ(text.original(3, 4), std::make_pair(int64_t{2}, int64_t{3}));  // x
  text.nfkc();
  EXPECT_EQ(text.text(), "i̇x fi");
  EXPECT_EQ(text.original(5, 6), std::make_pair(int64_t{4}, int64_t{7}));  // f
  EXPECT_EQ(text.original(6, 7), std::make_pair(int64_t{4}, int64_t{7}));  // i
  EXPECT_EQ(text.original(7, 7), std::make_pair(int64_t{7}, int64_t{7}));
}

TEST(Rewritten, FoldsSpaces) {
  Rewritten text(" \ta\xE3\x80\x80 b ");
  text.fold_spaces();
  EXPECT_EQ(text.text(), "a b");
  EXPECT_EQ(text.original(0, 1), std::make_pair(int64_t{2}, int64_t{3}));
  EXPECT_EQ(text.original(1, 2), std::make_pair(int64_t{3}, int64_t{7}));
  EXPECT_EQ(text.original(2, 3), std::make_pair(int64_t{7}, int64_t{8}));
  Rewritten blank("  ");
  blank.fold_spaces();
  EXPECT_EQ(blank.text(), "");
  EXPECT_EQ(blank.original(0, 0), std::make_pair(int64_t{0}, int64_t{0}));
}

TEST(LineSample, IsTheSameEveryTimeAndInOrder) {
  auto draw = [](int64_t size) {
    LineSample sample(size);
    for (int i = 0; i < 100; ++i) sample.offer(std::to_string(i));
    return sample.take(10);
  };
  std::vector<std::string> ten = draw(10);
  EXPECT_EQ(ten.size(), 10U);
  EXPECT_EQ(ten, draw(10));
  EXPECT_TRUE(
      std::is_sorted(ten.begin(), ten.end(), [](auto& a, auto& b) { return std::stoi(a) < std::stoi(b); }));
  EXPECT_EQ(draw(1000).size(), 100U);
}

TEST(LineSample, CutsLongLinesAtSpacesOrBetweenCharacters) {
  LineSample sample(5);
  sample.offer("ab cd ef");
  sample.offer("éééé");
  sample.offer("");
  EXPECT_EQ(sample.take(5), (std::vector<std::string>{"ab cd", "ef", "éé", "éé"}));
}

TEST(Vocabulary, NumbersByFrequencyThenBytes) {
  Vocabulary v = Vocabulary::from_counts({{"b", 2}, {"a", 2}, {"c", 5}, {"<s>", 9}});
  EXPECT_EQ(v.id("c"), 4);
  EXPECT_EQ(v.id("a"), 5);
  EXPECT_EQ(v.id("b"), 6);
  EXPECT_EQ(v.id("nowhere"), Vocabulary::kUnknown);
  EXPECT_EQ(v.size(), 7);
}

TEST(Vocabulary, NeverReadsTextAsASpecialToken) {
  Vocabulary v = Vocabulary::from_counts({{"</s>", 2}, {"<pad>", 2}});
  EXPECT_EQ(v.size(), Vocabulary::kSpecials);
  EXPECT_EQ(v.id("</s>"), Vocabulary::kUnknown);
  EXPECT_EQ(v.id("<pad>"), Vocabulary::kUnknown);
}

TEST(Vocabulary, LeavesOutWhatIsRareOrTooMuch) {
  std::unordered_map<std::string, int64_t> counts = {{"a", 3}, {"b", 2}, {"c", 1}};
  EXPECT_EQ(Vocabulary::from_counts(counts, 0, 2).size(), 6);
  EXPECT_EQ(Vocabulary::from_counts(counts, 5, 1).size(), 5);
  EXPECT_EQ(Vocabulary::from_counts(counts, 5, 1).id("a"), 4);
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
