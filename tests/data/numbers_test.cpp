#include "heed/data/generators/numbers.h"

#include <gtest/gtest.h>

#include <map>

#include "data/generated_lines.h"

namespace heed {
namespace {

// A reader of number words that knows nothing of how they were written: each word adds, or multiplies what
// came before.
int64_t parsed(const Texts& words) {
  static const std::map<std::string, int64_t> kValues = {
      {"zero", 0},     {"one", 1},      {"two", 2},        {"three", 3},     {"four", 4},
      {"five", 5},     {"six", 6},      {"seven", 7},      {"eight", 8},     {"nine", 9},
      {"ten", 10},     {"eleven", 11},  {"twelve", 12},    {"thirteen", 13}, {"fourteen", 14},
      {"fifteen", 15}, {"sixteen", 16}, {"seventeen", 17}, {"eighteen", 18}, {"nineteen", 19},
      {"twenty", 20},  {"thirty", 30},  {"forty", 40},     {"fifty", 50},    {"sixty", 60},
      {"seventy", 70}, {"eighty", 80},  {"ninety", 90}};
  int64_t whole = 0, part = 0;
  for (const std::string& word : words) {
    if (word == "and") continue;
    if (word == "hundred") {
      part *= 100;
    } else if (word == "thousand") {
      whole = part * 1000;
      part = 0;
    } else {
      part += kValues.at(word);
    }
  }
  return whole + part;
}

TEST(Numbers, AreSaidAsInBritain) {
  EXPECT_EQ(in_words(0), "zero");
  EXPECT_EQ(in_words(42), "forty two");
  EXPECT_EQ(in_words(305), "three hundred and five");
  EXPECT_EQ(in_words(7001), "seven thousand and one");
  EXPECT_EQ(in_words(100'000), "one hundred thousand");
  EXPECT_EQ(in_words(120'300), "one hundred and twenty thousand three hundred");
  EXPECT_EQ(in_words(999'999), "nine hundred and ninety nine thousand nine hundred and ninety nine");
}

TEST(Numbers, AllReadBack) {
  for (int64_t number = 0; number < 1'000'000; number += number < 2000 ? 1 : 97)
    ASSERT_EQ(parsed(words_of(in_words(number))), number);
}

TEST(Numbers, AreTheSameInWordsAndInDigits) {
  std::size_t largest = 0;
  for (const Record& record : generated(NumbersOptions(), Split::train, 1'000)) {
    std::vector<Texts> numbers(1);
    for (const std::string& word : words_of(record.columns[0])) {
      if (word == ",")
        numbers.emplace_back();
      else
        numbers.back().push_back(word);
    }
    std::string digits;
    for (const Texts& number : numbers) {
      if (!digits.empty()) digits += " ,";
      for (char digit : std::to_string(parsed(number)))
        digits += (digits.empty() ? "" : " ") + std::string(1, digit);
    }
    EXPECT_EQ(record.columns[1], digits);
    largest = std::max(largest, numbers.size());
  }
  EXPECT_GT(largest, 5U);
}

}  // namespace
}  // namespace heed
