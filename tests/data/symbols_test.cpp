#include "heed/data/generators/symbols.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "data/generated_lines.h"
#include "heed/base/error.h"
#include "message.h"

namespace heed {
namespace {

TEST(Reversal, WritesTheSourceBackwards) {
  for (const Record& record : generated(ReversalOptions(), Split::train, 500)) {
    Texts source = words_of(record.columns[0]), target = words_of(record.columns[1]);
    std::reverse(source.begin(), source.end());
    EXPECT_EQ(source, target);
  }
}

TEST(Sorting, WritesTheSourceInTheOrderOfTheAlphabet) {
  SortingOptions set;
  set.repeats = true;
  set.symbols = 30;
  for (const Record& record : generated(set, Split::train, 500)) {
    Texts source = words_of(record.columns[0]);
    std::sort(source.begin(), source.end());
    EXPECT_EQ(source, words_of(record.columns[1]));
  }
}

TEST(Sorting, HasTheSourcesOfReversal) {
  EXPECT_EQ(generated(SortingOptions(), Split::dev, 9)[8].columns[0],
            generated(ReversalOptions(), Split::dev, 9)[8].columns[0]);
}

TEST(Symbols, ComeOnceInALineUnlessTheyMayRepeatOrMust) {
  auto most_repeats = [](const SymbolsOptions& options, std::size_t& different) {
    ReversalOptions set;
    static_cast<SymbolsOptions&>(set) = options;
    std::set<std::string> all;
    std::size_t repeats = 0;
    for (const Record& record : generated(set, Split::train, 300)) {
      Texts words = words_of(record.columns[0]);
      std::set<std::string> here(words.begin(), words.end());
      repeats = std::max(repeats, words.size() - here.size());
      all.merge(here);
    }
    different = all.size();
    return repeats;
  };
  SymbolsOptions options;
  options.symbols = 16;
  std::size_t different = 0;
  EXPECT_EQ(most_repeats(options, different), 0U);
  EXPECT_EQ(different, 16U);
  options.repeats = true;
  EXPECT_GT(most_repeats(options, different), 3U);
  options.repeats = false;
  options.longest = 20;
  EXPECT_GE(most_repeats(options, different), 4U);
}

TEST(Symbols, ThatAreTooFewToHoldAnythingOutAreRefused) {
  ReversalOptions set;
  set.symbols = 2;
  set.shortest = set.longest = 1;
  bool refused = false;
  for (set.seed = 0; set.seed < 5; ++set.seed) {
    try {
      generated(set, Split::dev, 5);
    } catch (const OptionError& error) {
      refused = true;
      EXPECT_CONTAINS(std::string(error.what()), "too few different inputs of 1 words");
    }
  }
  EXPECT_TRUE(refused);
}

}  // namespace
}  // namespace heed
