#include "heed/tasks/token_column.h"

#include <gtest/gtest.h>

namespace heed {
namespace {

TokenColumn column_of(int64_t max_length) {
  TokenColumn column{"question", Axis::Side::input, make_tokeniser(WordsOptions{}), max_length};
  column.tokeniser->observe("who is it", max_length);
  column.tokeniser->settle("task.question");
  return column;
}

TEST(TokenColumn, HasTheBytesOfEveryTokenAndTheEndBehindThem) {
  TokenColumn column = column_of(10);
  Column encoded = column.encode("who  was");
  EXPECT_EQ(encoded.ids.back(), Vocabulary::kEnd);
  EXPECT_EQ(encoded.ids[1], Vocabulary::kUnknown);
  EXPECT_EQ(column.text_tokens(encoded), 2);
  EXPECT_FALSE(encoded.cut);
  const Axis& axis = encoded.axis;
  EXPECT_EQ(axis.column, "question");
  EXPECT_EQ(axis.kind, Axis::Kind::tokens);
  ASSERT_EQ(axis.labels.size(), 3U);
  EXPECT_EQ(axis.labels[1], (Label{"was", 5, 8, 1, false})) << "the text's own word, known or not";
  EXPECT_EQ(axis.labels[2], (Label{"</s>", 8, 8, -1, true}));
}

TEST(TokenColumn, IsCutAtItsLimitWithTheEndBehindWhatIsLeft) {
  TokenColumn column = column_of(2);
  Column encoded = column.encode("who is it");
  EXPECT_TRUE(encoded.cut);
  EXPECT_EQ(column.text_tokens(encoded), 2);
  EXPECT_EQ(encoded.ids.size(), 3U);
  EXPECT_EQ(encoded.axis.labels[2], (Label{"</s>", 6, 6, -1, true}));
  EXPECT_FALSE(column.encode("who is").cut);
}

TEST(TokenColumn, OfNoTextIsTheEndAlone) {
  TokenColumn column = column_of(10);
  EXPECT_EQ(column.encode("").ids, (std::vector<int32_t>{Vocabulary::kEnd}));
  EXPECT_EQ(column.text_tokens(column.encode(" ")), 0);
  EXPECT_EQ(column.text_tokens(Column()), 0);
}

}  // namespace
}  // namespace heed
