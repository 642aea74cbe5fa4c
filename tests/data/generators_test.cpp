#include "heed/data/generators/generators.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "data/generated_lines.h"
#include "heed/base/error.h"
#include "heed/data/corpus.h"
#include "message.h"

namespace heed {
namespace {

// What every set must keep to.
template <class Set>
class BuiltInSets : public testing::Test {};
using Sets = testing::Types<DatesOptions, ReversalOptions, SortingOptions, NumbersOptions, NamesOptions,
                            AlignedOptions, OpinionsOptions>;
TYPED_TEST_SUITE(BuiltInSets, Sets);

TYPED_TEST(BuiltInSets, AreTheSameEveryTimeAndOtherForOtherSeeds) {
  TypeParam set, other;
  other.seed = 2;
  auto a = generated(set, Split::train, 50), b = generated(set, Split::train, 50),
       c = generated(other, Split::train, 50);
  int same = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].columns, b[i].columns);
    EXPECT_EQ(a[i].alignment, b[i].alignment);
    same += a[i].columns == c[i].columns ? 1 : 0;
  }
  EXPECT_LT(same, 5);
  // A line does not depend on how many there are.
  EXPECT_EQ(generated(set, Split::dev, 7)[6].columns, generated(set, Split::dev, 70)[6].columns);
}

// The columns of the task that reads a set.
template <class Set>
Columns columns_of(const Set& set) {
  return {2, {set.kColumns[0], set.kColumns[1]}, false};
}

TYPED_TEST(BuiltInSets, HoldOutInputsThatAreNeverTrainedOn) {
  std::size_t input = std::string(TypeParam::kColumns[0]) == "label" ? 1 : 0;
  std::set<std::string> train;
  for (const Record& record : generated(TypeParam(), Split::train, 20'000))
    train.insert(record.columns[input]);
  for (const Record& record : generated(TypeParam(), Split::dev, 2'000))
    EXPECT_FALSE(train.contains(record.columns[input]));
}

TYPED_TEST(BuiltInSets, KnowWhereTheirLinesAre) {
  std::vector<Record> records = generated(TypeParam(), Split::dev, 3);
  ASSERT_EQ(records.size(), 3U);
  EXPECT_EQ(records[2].where(), std::string("built-in ") + TypeParam::kType + " (dev):3");
}

TYPED_TEST(BuiltInSets, AreReachedFromARecipe) {
  std::string yaml =
      std::string("generator: {type: ") + TypeParam::kType + ", lines: 5, dev_lines: 3, seed: 4}";
  auto options = read_options<DataOptions>(yaml, "r.yml");
  TypeParam set;
  set.seed = 4;
  Columns columns = columns_of(set);
  EXPECT_EQ(load_corpus(options, Split::train, columns)[4].columns,
            generated(set, Split::train, 5)[4].columns);
  EXPECT_EQ(load_corpus(options, Split::dev, columns).size(), 3U);
  EXPECT_EQ(train_corpora(options, columns)[0].name,
            std::string("built-in ") + TypeParam::kType + " (train)");
  EXPECT_CONTAINS(
      message_of<OptionError>([&] {
        train_corpora(options, {2, {"premise", "label"}});
      }),
      std::string("the columns of the task, premise and label; found '") + TypeParam::kType + "'");
}

// Those whose length, in words of the source, is chosen.
template <class Set>
class LongSets : public testing::Test {};
using WithLengths = testing::Types<ReversalOptions, SortingOptions, NumbersOptions, AlignedOptions>;
TYPED_TEST_SUITE(LongSets, WithLengths);

TYPED_TEST(LongSets, AreAsLongAsIsAsked) {
  TypeParam set;
  set.shortest = 3;
  set.longest = 9;
  set.dev_shortest = 10;
  set.dev_longest = 36;
  std::map<std::size_t, int> train, dev;
  for (const Record& record : generated(set, Split::train, 3'500))
    ++train[words_of(record.columns[0]).size()];
  for (const Record& record : generated(set, Split::dev, 27 * 4)) ++dev[words_of(record.columns[0]).size()];
  EXPECT_EQ(train.begin()->first, 3U);
  EXPECT_EQ(train.rbegin()->first, 9U);
  for (auto [length, count] : train) EXPECT_NEAR(count, 500, 120) << length;
  EXPECT_EQ(dev.size(), 27U);
  for (auto [length, count] : dev) EXPECT_EQ(count, 4) << length;
  EXPECT_EQ(dev.begin()->first, 10U);
  EXPECT_EQ(dev.rbegin()->first, 36U);
}

TYPED_TEST(LongSets, OfNoLengthAreRefused) {
  TypeParam set;
  set.shortest = 9;
  set.longest = 3;
  EXPECT_CONTAINS(
      message_of<OptionError>([&] { set.open(Split::train); }),
      std::string(TypeParam::kType) + "': expected shortest to be at most longest, found 9 and 3");
  set.longest = 9;
  set.dev_longest = 8;
  EXPECT_NO_THROW(set.open(Split::train));
  EXPECT_CONTAINS(message_of<OptionError>([&] { set.open(Split::dev); }),
                  "dev_shortest to be at most dev_longest");
}

}  // namespace
}  // namespace heed
