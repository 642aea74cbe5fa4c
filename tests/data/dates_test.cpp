#include "heed/data/generators/dates.h"

#include <gtest/gtest.h>

#include <cctype>
#include <set>

namespace heed {
namespace {

std::vector<Record> dates(Split split, int64_t lines, int64_t seed = 1) {
  DatesOptions options;
  options.lines = options.dev_lines = lines;
  options.seed = seed;
  return read_all(*options.open(split));
}

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
  auto a = dates(Split::train, 50), b = dates(Split::train, 50), c = dates(Split::train, 50, 2);
  EXPECT_EQ(a[49].columns, b[49].columns);
  EXPECT_NE(a[49].columns, c[49].columns);
}

TEST(Dates, HeldOutAreNeverTrainedOn) {
  std::set<std::string> train;
  for (const Record& record : dates(Split::train, 20'000)) train.insert(record.columns[1]);
  for (const Record& record : dates(Split::dev, 2'000)) EXPECT_FALSE(train.contains(record.columns[1]));
}

TEST(Dates, ComeInManyForms) {
  std::set<std::string> forms;
  for (const Record& record : dates(Split::train, 5'000)) {
    std::string form;
    for (char c : record.columns[0]) form += std::isdigit(static_cast<unsigned char>(c)) ? '0' : c;
    forms.insert(form);
    EXPECT_EQ(record.columns[1].size(), 10U);
  }
  EXPECT_GT(forms.size(), 1'000U);
}

}  // namespace
}  // namespace heed
