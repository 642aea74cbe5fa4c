#include "heed/show/attention_map.h"

#include <gtest/gtest.h>

#include <limits>

#include "examples.h"
#include "heed/base/error.h"
#include "heed/show/colour.h"

namespace heed {
namespace {

using namespace show_test;

TEST(AttentionMap, GivesZeroOutsideItsBand) {
  const AttentionMap map = banded_map();
  EXPECT_EQ(map.at(0, 0), 1);
  EXPECT_EQ(map.at(0, 1), 0);
  EXPECT_EQ(map.at(1, 1), 0.5F);
  EXPECT_EQ(map.at(2, 1), 1);
  EXPECT_EQ(map.at(2, 0), 0);
}

TEST(AttentionMap, GivesZeroForRowsAndColumnsThatDoNotExist) {
  const AttentionMap map = banded_map();
  EXPECT_EQ(map.at(0, -1), 0);
  EXPECT_EQ(map.at(2, 2), 0);
  EXPECT_EQ(map.at(-1, 0), 0);
  EXPECT_EQ(map.at(3, 0), 0);
}

TEST(AttentionMap, CoversItsBandWhereThereAreColumns) {
  const AttentionMap map = banded_map();
  EXPECT_FALSE(map.covers(0, -1));
  EXPECT_TRUE(map.covers(0, 0));
  EXPECT_FALSE(map.covers(0, 1));
  EXPECT_TRUE(map.covers(1, 0) && map.covers(1, 1));
  EXPECT_FALSE(map.covers(3, 0));
}

TEST(AttentionMap, HasOutputsAsRowsAndInputsAsColumnsUnlessItSaysOtherwise) {
  EXPECT_FALSE(AttentionMap{}.is_of_input());
  EXPECT_FALSE(AttentionMap{}.is_of_output());
}

TEST(AttentionMap, AcceptsEmptyAndBandedMaps) {
  EXPECT_NO_THROW(require_valid(AttentionMap{}));
  EXPECT_NO_THROW(require_valid(banded_map()));
}

TEST(AttentionMap, RefusesSizesThatDisagree) {
  AttentionMap map = small_map();
  map.weights.pop_back();
  EXPECT_THROW(require_valid(map), InputError);
  map = small_map();
  map.begin.pop_back();
  EXPECT_THROW(require_valid(map), InputError);
  map = small_map();
  map.width = -1;
  EXPECT_THROW(require_valid(map), InputError);
}

TEST(AttentionMap, RefusesWeightsThatAreNotFinite) {
  for (const float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    AttentionMap map = small_map();
    map.weights[1] = bad;
    EXPECT_THROW(require_valid(map), InputError);
  }
}

TEST(AttentionMap, RefusesWeightBeyondTheColumnsAndSaysWhere) {
  AttentionMap map = banded_map();
  map.weights.back() = 0.5F;
  try {
    require_valid(map);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_TRUE(contains(error.what(), "row 2, column 2")) << error.what();
  }
}

TEST(AttentionMap, RefusesAGridWithoutColumns) {
  AttentionMap map = small_map();
  map.columns.kind = Axis::Kind::grid;
  EXPECT_THROW(require_valid(map), InputError);
}

TEST(AttentionMap, SurvivesTheLargestBandPositions) {
  AttentionMap map = map_of({"a"}, {"x"}, {0});
  for (const int32_t begin : {std::numeric_limits<int32_t>::max(), std::numeric_limits<int32_t>::min()}) {
    map.begin = {begin};
    EXPECT_NO_THROW(require_valid(map));
    EXPECT_EQ(map.at(0, 0), 0);
  }
}

TEST(Colour, DarkensSteadilyFromWhiteToBlue) {
  int before = 256 * 3;
  for (int i = 0; i <= 20; ++i) {
    const show::Colour c = show::ramp(i / 20.0);
    EXPECT_LT(c.red + c.green + c.blue, before);
    EXPECT_GE(c.blue, c.red);
    before = c.red + c.green + c.blue;
  }
  EXPECT_EQ(show::ramp(-1), show::ramp(0));
  EXPECT_EQ(show::ramp(7), show::ramp(1));
}

TEST(Colour, ScaleEndsAtOneUnlessAllWeightsAreSmall) {
  EXPECT_EQ(show::scale_top(small_map()), 1);
  EXPECT_EQ(show::scale_top(AttentionMap{}), 1);
  EXPECT_NEAR(show::scale_top(map_of({"a"}, {"x"}, {0.04F})), 0.05, 1e-9);
  EXPECT_NEAR(show::scale_top(map_of({"a"}, {"x"}, {0.2F})), 0.2, 1e-9);
  EXPECT_NEAR(show::scale_top(map_of({"a"}, {"x"}, {1.7F})), 2, 1e-9);
}

}  // namespace
}  // namespace heed
