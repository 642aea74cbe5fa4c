#include <gtest/gtest.h>

#include <set>

#include "heed/data/batch.h"
#include "heed/data/dates.h"

namespace heed {
namespace {

TEST(Dates, WalkTheCalendarDayByDay) {
  constexpr int kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  int64_t day = day_of_date({1899, 12, 31});
  for (int32_t year = 1900; year < 2101; ++year) {
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    for (int32_t month = 1; month <= 12; ++month) {
      int32_t days = kDays[month - 1] + (month == 2 && leap ? 1 : 0);
      for (int32_t d = 1; d <= days; ++d) {
        ASSERT_EQ(day_of_date({year, month, d}), ++day);
        Date back = date_of_day(day);
        ASSERT_TRUE(back.year == year && back.month == month && back.day == d);
      }
    }
  }
}

TEST(Dates, KnowTheirWeekday) {
  EXPECT_EQ(weekday({1970, 1, 1}), 3);
  EXPECT_EQ(weekday({1998, 3, 3}), 1);
  EXPECT_EQ(weekday({1900, 1, 1}), 0);
}

TEST(Dates, AreTheSameEveryTimeAndOtherForOtherSeeds) {
  auto a = make_dates(Split::train, 50, 1), b = make_dates(Split::train, 50, 1),
       c = make_dates(Split::train, 50, 2);
  EXPECT_EQ(a[49].columns, b[49].columns);
  EXPECT_NE(a[49].columns, c[49].columns);
}

TEST(Dates, HeldOutAreNeverTrainedOn) {
  std::set<std::string> train;
  for (const Record& record : make_dates(Split::train, 20'000, 1)) train.insert(record.columns[1]);
  for (const Record& record : make_dates(Split::dev, 2'000, 1))
    EXPECT_FALSE(train.contains(record.columns[1]));
}

TEST(Dates, ComeInManyForms) {
  std::set<std::string> forms;
  for (const Record& record : make_dates(Split::train, 5'000, 1)) {
    std::string form;
    for (char c : record.columns[0]) form += std::isdigit(static_cast<unsigned char>(c)) ? '0' : c;
    forms.insert(form);
    EXPECT_EQ(record.columns[1].size(), 10U);
  }
  EXPECT_GT(forms.size(), 1'000U);
}

std::vector<Lengths> some_lengths() {
  std::vector<Lengths> lengths;
  for (int32_t i = 0; i < 500; ++i) lengths.push_back({1 + i * 7 % 23, 1 + i * 5 % 11});
  lengths.push_back({500, 3});
  return lengths;
}

TEST(BatchPlan, HoldsEveryExampleOnceWithinTheBudget) {
  auto lengths = some_lengths();
  std::set<int32_t> seen;
  for (const auto& batch : plan_batches(lengths, 100, 1, 0)) {
    int32_t longest = 0;
    for (int32_t index : batch) {
      EXPECT_TRUE(seen.insert(index).second);
      const Lengths& length = lengths[static_cast<std::size_t>(index)];
      longest = std::max({longest, length.source, length.target});
    }
    EXPECT_TRUE(batch.size() == 1 || longest * static_cast<int64_t>(batch.size()) <= 100);
  }
  EXPECT_EQ(seen.size(), lengths.size());
}

TEST(BatchPlan, IsAPureFunctionOfSeedAndEpoch) {
  auto lengths = some_lengths();
  EXPECT_EQ(plan_batches(lengths, 100, 1, 3), plan_batches(lengths, 100, 1, 3));
  EXPECT_NE(plan_batches(lengths, 100, 1, 3), plan_batches(lengths, 100, 1, 4));
  EXPECT_NE(plan_batches(lengths, 100, 1, 3), plan_batches(lengths, 100, 2, 3));
}

TEST(Batch, IsPaddedWithZeros) {
  Example a{{{5, 6, 7}, {}}, {{8}, {}}}, b{{{9}, {}}, {{4, 3}, {}}};
  std::vector<const Example*> examples = {&a, &b};
  Batch batch = make_batch(examples);
  EXPECT_EQ(batch.source, (std::vector<int64_t>{5, 6, 7, 9, 0, 0}));
  EXPECT_EQ(batch.target, (std::vector<int64_t>{8, 0, 4, 3}));
  EXPECT_EQ(batch.source_lengths, (std::vector<int64_t>{3, 1}));
  EXPECT_TRUE(batch.copies.empty());
  EXPECT_TRUE(batch.alignment.empty());
}

TEST(Batch, HasCopiesWithPaddingZero) {
  Example a{{{5, 1, 3}, {}}, {{8, 3}, {}}}, b{{{9, 3}, {}}, {{4, 3}, {}}};
  a.copies = {7, 12, 3};
  b.copies = {12, 3};
  std::vector<const Example*> examples = {&a, &b};
  EXPECT_EQ(make_batch(examples).copies, (std::vector<int64_t>{7, 12, 3, 12, 3, 0}));
}

TEST(Batch, HasLinksAsWeightsThatSumToOne) {
  Example a{{{5, 6, 3}, {}}, {{8, 3}, {}}}, b{{{9, 3}, {}}, {{4, 5, 3}, {}}}, none{{{9}, {}}, {{4}, {}}};
  a.links = {{0, 0}, {2, 1}};
  b.links = {{0, 1}, {1, 1}, {1, 2}};
  std::vector<const Example*> examples = {&a, &b, &none};
  std::vector<float> expected = {1, 0, 0, 0,   0,   1, 0, 0, 0,   // token 2 of the first is padding
                                 0, 0, 0, 0.5, 0.5, 0, 0, 1, 0,   // token 0 of the second has no link
                                 0, 0, 0, 0,   0,   0, 0, 0, 0};  // the third has none
  EXPECT_EQ(make_batch(examples).alignment, expected);
}

}  // namespace
}  // namespace heed
