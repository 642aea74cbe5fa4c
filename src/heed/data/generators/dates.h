// Dates as people write them, and the same dates as ISO 8601. Dates are in words ("Tue 3rd of March 1998",
// "the first of May, 2011") or numeric ("12/05/04": day first; years 50–99 are 19xx, 00–49 are 20xx), with
// and without weekday, abbreviated or not, in any case. Line i depends on (seed, split, i) alone.
#pragma once

#include "heed/data/generators/generator.h"

namespace heed {

struct Date {
  int32_t year = 1970, month = 1, day = 1;
};

Date date_of_day(int64_t days_since_1970);
int64_t day_of_date(const Date& date);
int32_t weekday(const Date& date);  // 0 = Monday
std::string iso_date(const Date& date);

struct DatesOptions : LinesOptions {
  static constexpr const char* kType = "dates";
  // Days from 1900 to 2099. A tenth of them occurs only in dev, in every form, so that no dev date was seen
  // in training.
  std::unique_ptr<RecordReader> open(Split split) const;
};

}  // namespace heed
