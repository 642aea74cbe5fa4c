#include <gtest/gtest.h>

#include "heed/base/error.h"
#include "heed/metrics/edit_rate.h"
#include "heed/metrics/exact_match.h"

namespace heed {
namespace {

using Texts = std::vector<std::string>;

TEST(ExactMatch, IgnoresOnlyTrailingSpace) {
  Score score = exact_match(Texts{"a ", "b", " c", "d"}, Texts{"a", "x", "c", "d"});
  EXPECT_EQ(score.value, 0.5);
  EXPECT_EQ(score.count, 4);
}

TEST(CharacterErrorRate, CountsCodePointsOverTheWholeCorpus) {
  Score score = character_error_rate(Texts{"é", "abcd"}, Texts{"e", "abc"});
  EXPECT_DOUBLE_EQ(score.value, 2.0 / 4);
  EXPECT_EQ(score.count, 4);
}

TEST(Metrics, RefuseUnequalCounts) {
  EXPECT_THROW(exact_match(Texts{"a"}, Texts{}), InputError);
  EXPECT_THROW(character_error_rate(Texts{"a"}, Texts{}), InputError);
}

}  // namespace
}  // namespace heed
