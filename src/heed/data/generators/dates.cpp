#include "heed/data/generators/dates.h"

#include <algorithm>
#include <cctype>
#include <cstdio>

namespace heed {
namespace {

constexpr std::array<const char*, 7> kWeekdays = {"Monday", "Tuesday",  "Wednesday", "Thursday",
                                                  "Friday", "Saturday", "Sunday"};
constexpr std::array<const char*, 12> kMonths = {"January",   "February", "March",    "April",
                                                 "May",       "June",     "July",     "August",
                                                 "September", "October",  "November", "December"};
constexpr std::array<const char*, 31> kOrdinals = {
    "first",        "second",       "third",          "fourth",        "fifth",        "sixth",
    "seventh",      "eighth",       "ninth",          "tenth",         "eleventh",     "twelfth",
    "thirteenth",   "fourteenth",   "fifteenth",      "sixteenth",     "seventeenth",  "eighteenth",
    "nineteenth",   "twentieth",    "twenty-first",   "twenty-second", "twenty-third", "twenty-fourth",
    "twenty-fifth", "twenty-sixth", "twenty-seventh", "twenty-eighth", "twenty-ninth", "thirtieth",
    "thirty-first"};

std::string two_digits(int32_t value) {
  char text[16];
  std::snprintf(text, sizeof text, "%02d", value);
  return text;
}

std::string suffixed(int32_t day) {
  const char* suffix = "th";
  if (day / 10 != 1) suffix = day % 10 == 1 ? "st" : day % 10 == 2 ? "nd" : day % 10 == 3 ? "rd" : "th";
  return std::to_string(day) + suffix;
}

// One way to write a date.
class Writer {
 public:
  explicit Writer(const Draws& draws) : draws_(draws) {}

  std::string write(const Date& date) {
    std::string text = chance(0.3) ? numeric(date) : worded(date);
    double draw = draws_.uniform();
    if (draw < 0.15)
      std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
    if (draw > 0.92)
      std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::toupper(c); });
    return text;
  }

 private:
  bool chance(double probability) { return draws_.chance(probability); }

  // "12/05/04", "3.3.1998", "1998-03-03", "19980303".
  std::string numeric(const Date& date) {
    bool zeros = chance(0.6);
    std::string day = zeros ? two_digits(date.day) : std::to_string(date.day);
    std::string month = zeros ? two_digits(date.month) : std::to_string(date.month);
    std::string separator = draws_.pick(std::array{"/", ".", "-", " "});
    if (chance(0.7)) return day + separator + month + separator + year(date, 0.5, "");
    if (chance(0.25)) separator = "";
    if (separator.empty()) return std::to_string(date.year) + two_digits(date.month) + two_digits(date.day);
    return std::to_string(date.year) + separator + month + separator + day;
  }

  std::string year(const Date& date, double short_probability, const std::string& mark) {
    bool can_be_short = date.year >= 1950 && date.year < 2050;
    if (!can_be_short || !chance(short_probability)) return std::to_string(date.year);
    return mark + two_digits(date.year % 100);
  }

  std::string month_name(const Date& date) {
    std::string name = kMonths[static_cast<std::size_t>(date.month - 1)];
    if (chance(0.6) || name.size() <= 4) return name;
    std::string shorter = name == "September" && chance(0.3) ? "Sept" : name.substr(0, 3);
    return chance(0.2) ? shorter + "." : shorter;
  }

  // "", "Tue ", "Tuesday, ", "on Tuesday ".
  std::string weekday_name(const Date& date) {
    std::string before = chance(0.1) ? "on " : "";
    if (chance(0.6)) return before;
    std::string name = kWeekdays[static_cast<std::size_t>(weekday(date))];
    if (chance(0.5)) name = name.substr(0, 3);
    return before + name + draws_.pick(std::array{" ", ", ", ". ", " the "});
  }

  std::string worded(const Date& date) {
    std::string start = weekday_name(date), month = month_name(date);
    std::string comma = chance(0.4) ? ", " : " ";
    bool the = start.ends_with(" the ");
    switch (draws_.below(6)) {
      case 0:
      case 1: {  // "3rd of March 1998", "the first of May, 2011"
        bool words = chance(0.4);
        std::string day = words ? kOrdinals[static_cast<std::size_t>(date.day - 1)] : suffixed(date.day);
        std::string article = !the && chance(words ? 0.7 : 0.4) ? "the " : "";
        return start + article + day + (chance(0.8) ? " of " : " ") + month + comma + year(date, 0.1, "'");
      }
      case 2: {  // "3 March 1998", "3-Mar-98"
        std::string separator = chance(0.75) ? " " : "-";
        std::string day = chance(0.3) ? two_digits(date.day) : std::to_string(date.day);
        std::string end = separator == "-" ? "-" : comma;
        return start + day + separator + month + end + year(date, 0.25, separator == "-" ? "" : "'");
      }
      case 3: {  // "March 3, 1998", "March the 3rd, 1998", "March third 1998"
        if (the) start.resize(start.size() - 4);
        std::string day = chance(0.5)   ? std::to_string(date.day)
                          : chance(0.6) ? suffixed(date.day)
                                        : kOrdinals[static_cast<std::size_t>(date.day - 1)];
        bool article = !std::isdigit(static_cast<unsigned char>(day.back())) && chance(0.5);
        return start + month + (article ? " the " : " ") + day + comma + year(date, 0.1, "'");
      }
      case 4: {  // "1998 March 3", "1998, 3 March"
        std::string day = chance(0.5) ? std::to_string(date.day) : suffixed(date.day);
        return std::to_string(date.year) + comma + (chance(0.6) ? month + " " + day : day + " " + month);
      }
      default:  // "3 Mar 1998"
        return start + (chance(0.5) ? std::to_string(date.day) : suffixed(date.day)) + " " + month + comma +
               year(date, 0.15, "");
    }
  }

  Draws draws_;
};

constexpr int64_t floor_divide(int64_t a, int64_t b) {
  return a / b - (a % b < 0 ? 1 : 0);
}

}  // namespace

// The civil calendar by 400-year eras that begin on 1 March, so that the leap day is a year's last day.
Date date_of_day(int64_t days_since_1970) {
  int64_t day = days_since_1970 + 719'468;
  int64_t era = floor_divide(day, 146'097);
  int64_t day_of_era = day - era * 146'097;
  int64_t year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36'524 - day_of_era / 146'096) / 365;
  int64_t day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  int64_t month_from_march = (5 * day_of_year + 2) / 153;
  Date date;
  date.day = static_cast<int32_t>(day_of_year - (153 * month_from_march + 2) / 5 + 1);
  date.month = static_cast<int32_t>(month_from_march < 10 ? month_from_march + 3 : month_from_march - 9);
  date.year = static_cast<int32_t>(year_of_era + era * 400 + (date.month <= 2 ? 1 : 0));
  return date;
}

int64_t day_of_date(const Date& date) {
  int64_t year = date.year - (date.month <= 2 ? 1 : 0);
  int64_t era = floor_divide(year, 400);
  int64_t year_of_era = year - era * 400;
  int64_t month_from_march = date.month > 2 ? date.month - 3 : date.month + 9;
  int64_t day_of_year = (153 * month_from_march + 2) / 5 + date.day - 1;
  int64_t day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
  return era * 146'097 + day_of_era - 719'468;
}

int32_t weekday(const Date& date) {
  int64_t day = day_of_date(date) + 3;  // 1 January 1970 was a Thursday
  return static_cast<int32_t>(day - floor_divide(day, 7) * 7);
}

std::string iso_date(const Date& date) {
  return std::to_string(date.year) + "-" + two_digits(date.month) + "-" + two_digits(date.day);
}

std::unique_ptr<RecordReader> DatesOptions::open(Split split) const {
  auto number = static_cast<uint64_t>(seed);
  Random held_out(number, "dates held out");
  Random draw(number, split == Split::train ? "dates train" : "dates dev");
  Random style(number, split == Split::train ? "date styles train" : "date styles dev");
  int64_t first = day_of_date({1900, 1, 1}), days = day_of_date({2100, 1, 1}) - first;
  auto make = [=, candidate = uint64_t{0}](int64_t) mutable {
    for (;; ++candidate) {
      auto offset = static_cast<int64_t>(draw.below(candidate << 8, static_cast<uint64_t>(days)));
      bool is_dev = held_out.uniform(static_cast<uint64_t>(offset)) < 0.1;
      if (is_dev != (split == Split::dev)) continue;
      Date date = date_of_day(first + offset);
      return GeneratedLine{{Writer(Draws(style, candidate++ << 8)).write(date), iso_date(date)}};
    }
  };
  return lines_reader(generated_name(kType, split), split == Split::train ? lines : dev_lines, make);
}

}  // namespace heed
