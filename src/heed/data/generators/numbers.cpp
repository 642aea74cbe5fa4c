#include "heed/data/generators/numbers.h"

#include <algorithm>

#include "heed/text/utf8.h"

namespace heed {
namespace {

constexpr std::array<const char*, 20> kSmall = {"zero",    "one",     "two",       "three",    "four",
                                                "five",    "six",     "seven",     "eight",    "nine",
                                                "ten",     "eleven",  "twelve",    "thirteen", "fourteen",
                                                "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"};
constexpr std::array<const char*, 10> kTens = {"",      "",      "twenty",  "thirty", "forty",
                                               "fifty", "sixty", "seventy", "eighty", "ninety"};
// "nine hundred and ninety nine thousand nine hundred and ninety nine"
constexpr std::size_t kMostWords = 11;

std::string below_hundred(int64_t number) {
  if (number < 20) return kSmall[static_cast<std::size_t>(number)];
  std::string tens = kTens[static_cast<std::size_t>(number / 10)];
  return number % 10 == 0 ? tens : tens + " " + kSmall[static_cast<std::size_t>(number % 10)];
}

std::string below_thousand(int64_t number) {
  if (number < 100) return below_hundred(number);
  std::string hundreds = std::string(kSmall[static_cast<std::size_t>(number / 100)]) + " hundred";
  return number % 100 == 0 ? hundreds : hundreds + " and " + below_hundred(number % 100);
}

// All numbers, grouped by their number of words.
using ByWords = std::array<std::vector<int32_t>, kMostWords + 1>;

const ByWords& numbers_by_words() {
  static const ByWords table = [] {
    std::array<std::size_t, 1000> small{};
    for (std::size_t number = 0; number < small.size(); ++number)
      small[number] = static_cast<std::size_t>(count_words(below_thousand(static_cast<int64_t>(number))));
    ByWords by_words;
    for (std::size_t number = 0; number < 1'000'000; ++number) {
      std::size_t thousands = number / 1000, rest = number % 1000;
      std::size_t words = thousands == 0 ? small[rest] : small[thousands] + 1;
      if (thousands > 0 && rest > 0) words += small[rest] + (rest < 100 ? 1 : 0);
      by_words[words].push_back(static_cast<int32_t>(number));
    }
    return by_words;
  }();
  return table;
}

// The number of words of the next number, out of `left`: all, or few enough that a comma and a word remain.
std::size_t draw_words(std::size_t left, Draws& draws) {
  std::size_t most = left > 2 ? std::min(left - 2, kMostWords) : 0;
  std::size_t choices = most + (left <= kMostWords ? 1 : 0), choice = draws.below(choices);
  return choice < most ? choice + 1 : left;
}

GeneratedLine write_numbers(Draws& draws, std::size_t words) {
  std::string source, target;
  for (std::size_t left = words; left > 0;) {
    std::size_t taken = draw_words(left, draws);
    const std::vector<int32_t>& numbers = numbers_by_words()[taken];
    int32_t number = numbers[draws.below(numbers.size())];
    source += (source.empty() ? "" : " , ") + in_words(number);
    if (!target.empty()) target += " ,";
    for (char digit : std::to_string(number)) target += (target.empty() ? "" : " ") + std::string(1, digit);
    left -= std::min(left, taken + 1);
  }
  return {{source, target}};
}

}  // namespace

std::string in_words(int64_t number) {
  if (number < 1000) return below_thousand(number);
  std::string thousands = below_thousand(number / 1000) + " thousand";
  int64_t rest = number % 1000;
  if (rest == 0) return thousands;
  return thousands + (rest < 100 ? " and " : " ") + below_thousand(rest);
}

std::unique_ptr<RecordReader> NumbersOptions::open(Split split) const {
  auto write = [](Draws& draws, const LineRequest& request) -> std::optional<GeneratedLine> {
    GeneratedLine line = write_numbers(draws, static_cast<std::size_t>(request.length));
    if (!request.allows(line.columns[0])) return std::nullopt;
    return line;
  };
  return generated_reader(*this, {kType, kType, write}, split);
}

}  // namespace heed
