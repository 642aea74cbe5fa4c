#include "heed/show/alignment.h"

#include <gtest/gtest.h>

#include "heed/show/by_words.h"
#include "show/examples.h"

namespace heed {
namespace {

using show_test::map_of;

// "Häuser am See" ← "houses at the lake", cut as a subword tokeniser cuts, with an end on both sides.
AttentionMap pieces() {
  AttentionMap map =
      map_of({"▁Hä", "user", "▁am", "▁See", "</s>"}, {"▁hous", "es", "▁at", "▁the", "▁lake", "</s>"},
             {0.5F,  0.25F, 0.125F, 0,      0,    0.125F,  //
              0.25F, 0.5F,  0,      0.125F, 0,    0.125F,  //
              0,     0,     0.5F,   0.5F,   0,    0,       //
              0,     0,     0,      0.25F,  0.5F, 0.25F,   //
              0,     0,     0,      0,      0,    1});
  auto place = [](Label& label, int64_t begin, int64_t end, int32_t word) {
    label.begin = begin;
    label.end = end;
    label.word = word;
    label.special = word < 0;
  };
  std::vector<Label>&rows = map.rows.labels, &columns = map.columns.labels;
  place(rows[0], 0, 3, 0);
  place(rows[1], 3, 7, 0);
  place(rows[2], 8, 10, 1);
  place(rows[3], 11, 14, 2);
  place(rows[4], 14, 14, -1);
  place(columns[0], 0, 4, 0);
  place(columns[1], 4, 6, 0);
  place(columns[2], 6, 9, 1);  // with the space before it
  place(columns[3], 10, 13, 2);
  place(columns[4], 14, 18, 3);
  place(columns[5], 18, 18, -1);
  return map;
}

AttentionMap words() {
  return by_words(pieces(), "houses at the lake", "Häuser am See");
}

TEST(ByWords, SumsOverAnInputWordAndAveragesOverAnOutputWord) {
  AttentionMap map = words();
  EXPECT_NO_THROW(require_valid(map));
  ASSERT_EQ(map.rows.labels.size(), 4u);
  ASSERT_EQ(map.columns.labels.size(), 5u);
  EXPECT_EQ(map.weights, (std::vector<float>{0.75F, 0.0625F, 0.0625F, 0,    0.125F,  //
                                             0,     0.5F,    0.5F,    0,    0,       //
                                             0,     0,       0.25F,   0.5F, 0.25F,   //
                                             0,     0,       0,       0,    1}));
}

TEST(ByWords, NamesAWordByTheTextItStandsFor) {
  AttentionMap map = words();
  EXPECT_EQ(map.rows.labels[0], (Label{"Häuser", 0, 7, 0, false}));
  EXPECT_EQ(map.columns.labels[0], (Label{"houses", 0, 6, 0, false}));
  EXPECT_EQ(map.columns.labels[1], (Label{"at", 7, 9, 1, false}));
  EXPECT_EQ(map.columns.labels[3].text, "lake");
  EXPECT_EQ(map.columns.labels[4].text, "</s>");
  EXPECT_TRUE(map.columns.labels[4].special);
  EXPECT_EQ(by_words(pieces(), "", "").rows.labels[0].text, "▁Häuser") << "without the text, its pieces";
}

TEST(ByWords, TakesTheTextOfEachAxisByItsSide) {
  AttentionMap map = pieces();
  map.columns = map.rows;  // what the output looks at is the output itself
  map.columns.labels.push_back({"<pad>", 0, 0, -1, true});
  EXPECT_EQ(by_words(map, "houses at the lake", "Häuser am See").columns.labels[0].text, "Häuser");
  map = pieces();
  map.rows = map.columns;
  map.rows.labels.pop_back();
  EXPECT_EQ(by_words(map, "houses at the lake", "Häuser am See").rows.labels[0].text, "houses");
}

TEST(ByWords, LeavesWhiteSpaceAndWindowsAsTheyAre) {
  AttentionMap map = show_test::banded_map();  // no label belongs to a word
  AttentionMap same = by_words(map, "x y", "a b c");
  ASSERT_EQ(same.rows, map.rows);
  ASSERT_EQ(same.columns, map.columns);
  for (int64_t r = 0; r < 3; ++r)
    for (int64_t c = 0; c < 2; ++c) EXPECT_EQ(same.at(r, c), map.at(r, c));
}

TEST(ByWords, OfNothingIsNothing) {
  AttentionMap map = by_words(AttentionMap{}, "", "");
  EXPECT_NO_THROW(require_valid(map));
  for (const std::string& name : reading_names()) EXPECT_TRUE(hard_alignment(map, reading_of(name)).empty());
}

TEST(MeanOfHeads, IsTheMeanOfEachCellWhateverTheWindows) {
  AttentionMap narrow = show_test::banded_map();
  AttentionMap wide = map_of({"a", "b", "c"}, {"x", "y"}, {0, 1, 1, 0, 0.5F, 0.5F});
  wide.head = 1;
  AttentionMap mean = mean_of_heads(std::vector<AttentionMap>{narrow, wide});
  EXPECT_EQ(mean.weights, (std::vector<float>{0.5F, 0.5F, 0.75F, 0.25F, 0.25F, 0.75F}));
  EXPECT_EQ(mean.head, 0);
}

TEST(Alignment, HardTakesTheWordWithTheMostWeight) {
  // "am" looks at "at" and "the" alike: the first of them.
  EXPECT_EQ(to_moses(hard_alignment(words())), "0-0 1-1 3-2");
}

// Three target words, two source words, the end on both sides.
AttentionMap three_by_two() {
  AttentionMap map = map_of({"a", "b", "c", "</s>"}, {"x", "y", "</s>"},
                            {0.9F, 0.1F, 0,       //
                             0.8F, 0.15F, 0,      //
                             0.25F, 0.05F, 0.7F,  //
                             0, 1, 0});
  for (Axis* axis : {&map.rows, &map.columns}) {
    for (std::size_t i = 0; i + 1 < axis->labels.size(); ++i) axis->labels[i].word = static_cast<int32_t>(i);
    axis->labels.back().special = true;
  }
  return map;
}

TEST(Alignment, IsReadThreeWays) {
  AttentionMap map = three_by_two();
  EXPECT_EQ(to_moses(hard_alignment(map, Reading::one_to_many)), "0-0 0-1 0-2");
  EXPECT_EQ(to_moses(hard_alignment(map, Reading::many_to_one)), "0-0 1-1");
  EXPECT_EQ(to_moses(hard_alignment(map, Reading::one_to_one)), "0-0 1-1");
  // All four sources choose, "the" as well as "at".
  EXPECT_EQ(to_moses(hard_alignment(words(), Reading::many_to_one)), "0-0 1-1 2-1 3-2");
}

TEST(Alignment, OneToOneTakesTheLargestSumAndNotTheLargestWeight) {
  AttentionMap map = map_of({"a", "b"}, {"x", "y"}, {0.6F, 0.5F, 0.5F, 0.1F});
  for (Axis* axis : {&map.rows, &map.columns})
    for (int32_t i = 0; i < 2; ++i) axis->labels[static_cast<std::size_t>(i)].word = i;
  EXPECT_EQ(to_moses(hard_alignment(map, Reading::one_to_one)), "0-1 1-0");
}

TEST(Alignment, WordsWithoutAnyWeightStayAlone) {
  AttentionMap map = three_by_two();
  for (std::size_t i = 0; i < 9; ++i) map.weights[i] = i == 0 || i % 3 == 2 ? 0.5F : 0;
  for (const std::string& name : reading_names())
    EXPECT_EQ(to_moses(hard_alignment(map, reading_of(name))), "0-0") << name;
}

TEST(Alignment, ReadingsHaveTheirNames) {
  EXPECT_EQ(reading_names(), (std::vector<std::string>{"one-to-many", "many-to-one", "one-to-one"}));
  for (const std::string& name : reading_names()) EXPECT_EQ(name_of(reading_of(name)), name);
}

TEST(Alignment, AThresholdTakesEveryPairAboveIt) {
  EXPECT_EQ(to_moses(links_above(words(), 0.2)), "0-0 1-1 2-1 2-2 3-2");
  EXPECT_EQ(to_moses(links_above(words(), 0.5)), "0-0");
  EXPECT_EQ(to_moses(links_above(words(), 1)), "");
}

TEST(Alignment, SoftHasARowForEachWordAndTheEnd) {
  EXPECT_EQ(to_soft(soft_alignment(words())),
            "0.75,0.0625,0.0625,0,0.125 0,0.5,0.5,0,0 0,0,0.25,0.5,0.25 0,0,0,0,1");
}

TEST(Alignment, LeavesOutWhiteSpaceBetweenWords) {
  AttentionMap map = map_of({"a", " ", "b"}, {"x", " ", "y"}, {0.25F, 0.5F, 0.25F, 1, 0, 0, 0, 0.5F, 0.5F});
  for (Axis* axis : {&map.rows, &map.columns}) {
    axis->labels[0].word = 0;
    axis->labels[2].word = 1;
  }
  EXPECT_EQ(to_moses(hard_alignment(map)), "0-0 1-1");
  EXPECT_EQ(to_soft(soft_alignment(map)), "0.25,0.25 0,0.5");
}

}  // namespace
}  // namespace heed
