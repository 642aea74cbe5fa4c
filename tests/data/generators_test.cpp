#include "heed/data/generators/generators.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "heed/base/error.h"
#include "heed/data/alignment.h"
#include "heed/data/corpus.h"
#include "message.h"

namespace heed {
namespace {

using Texts = std::vector<std::string>;

Texts words_of(const std::string& text) {
  std::istringstream stream(text);
  Texts words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

template <class Set>
std::vector<Record> made(Set set, Split split, int64_t lines) {
  set.lines = set.dev_lines = lines;
  return read_all(*set.open(split));
}

// What every set must keep to.
template <class Set>
class MadeSets : public testing::Test {};
using Sets = testing::Types<DatesOptions, ReversalOptions, SortingOptions, NumbersOptions, NamesOptions,
                            AlignedOptions>;
TYPED_TEST_SUITE(MadeSets, Sets);

TYPED_TEST(MadeSets, AreTheSameEveryTimeAndOtherForOtherSeeds) {
  TypeParam set, other;
  other.seed = 2;
  auto a = made(set, Split::train, 50), b = made(set, Split::train, 50), c = made(other, Split::train, 50);
  int same = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].columns, b[i].columns);
    EXPECT_EQ(a[i].alignment, b[i].alignment);
    same += a[i].columns == c[i].columns ? 1 : 0;
  }
  EXPECT_LT(same, 5);
  // A line does not depend on how many there are.
  EXPECT_EQ(made(set, Split::dev, 7)[6].columns, made(set, Split::dev, 70)[6].columns);
}

TYPED_TEST(MadeSets, HoldOutSourcesThatAreNeverTrainedOn) {
  std::set<std::string> train;
  for (const Record& record : made(TypeParam(), Split::train, 20'000)) train.insert(record.columns[0]);
  for (const Record& record : made(TypeParam(), Split::dev, 2'000))
    EXPECT_FALSE(train.contains(record.columns[0]));
}

TYPED_TEST(MadeSets, KnowWhereTheirLinesAre) {
  std::vector<Record> records = made(TypeParam(), Split::dev, 3);
  ASSERT_EQ(records.size(), 3U);
  EXPECT_EQ(records[2].where(), std::string("built-in ") + TypeParam::kType + " (dev):3");
}

TYPED_TEST(MadeSets, AreReachedFromARecipe) {
  std::string yaml =
      std::string("generator: {type: ") + TypeParam::kType + ", lines: 5, dev_lines: 3, seed: 4}";
  auto options = read_options<DataOptions>(yaml, "r.yml");
  TypeParam set;
  set.seed = 4;
  EXPECT_EQ(load_corpus(options, Split::train, {2, {"source", "target"}, true})[4].columns,
            made(set, Split::train, 5)[4].columns);
  EXPECT_EQ(load_corpus(options, Split::dev, {2, {"source", "target"}, true}).size(), 3U);
  EXPECT_EQ(train_corpora(options, {})[0].name, std::string("built-in ") + TypeParam::kType + " (train)");
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
  for (const Record& record : made(set, Split::train, 3'500)) ++train[words_of(record.columns[0]).size()];
  for (const Record& record : made(set, Split::dev, 27 * 4)) ++dev[words_of(record.columns[0]).size()];
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

TEST(Reversal, WritesTheSourceBackwards) {
  for (const Record& record : made(ReversalOptions(), Split::train, 500)) {
    Texts source = words_of(record.columns[0]), target = words_of(record.columns[1]);
    std::reverse(source.begin(), source.end());
    EXPECT_EQ(source, target);
  }
}

TEST(Sorting, WritesTheSourceInTheOrderOfTheAlphabet) {
  SortingOptions set;
  set.repeats = true;
  set.symbols = 30;
  for (const Record& record : made(set, Split::train, 500)) {
    Texts source = words_of(record.columns[0]);
    std::sort(source.begin(), source.end());
    EXPECT_EQ(source, words_of(record.columns[1]));
  }
}

TEST(Sorting, HasTheSourcesOfReversal) {
  EXPECT_EQ(made(SortingOptions(), Split::dev, 9)[8].columns[0],
            made(ReversalOptions(), Split::dev, 9)[8].columns[0]);
}

TEST(Symbols, ComeOnceInALineUnlessTheyMayRepeatOrMust) {
  auto most_repeats = [](const SymbolsOptions& options, std::size_t& different) {
    ReversalOptions set;
    static_cast<SymbolsOptions&>(set) = options;
    std::set<std::string> all;
    std::size_t repeats = 0;
    for (const Record& record : made(set, Split::train, 300)) {
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
      made(set, Split::dev, 5);
    } catch (const OptionError& error) {
      refused = true;
      EXPECT_CONTAINS(std::string(error.what()), "too few different sources of 1 words");
    }
  }
  EXPECT_TRUE(refused);
}

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
  for (const Record& record : made(NumbersOptions(), Split::train, 1'000)) {
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

bool is_name(const std::string& word) {
  return word[0] >= 'A' && word[0] <= 'Z';
}

// In their order.
Texts names_in(const std::string& text) {
  Texts names = words_of(text);
  std::erase_if(names, [](const std::string& word) { return !is_name(word); });
  return names;
}

TEST(Names, AreCopiedOneToThreeInAClause) {
  int moved = 0;
  for (const Record& record : made(NamesOptions(), Split::train, 1'000)) {
    Texts names = names_in(record.columns[0]), copied = names_in(record.columns[1]);
    EXPECT_TRUE(std::is_permutation(names.begin(), names.end(), copied.begin(), copied.end()));
    moved += names != copied ? 1 : 0;
    EXPECT_GE(names.size(), 1U);
    EXPECT_LE(names.size(), 3U);
    EXPECT_EQ(record.columns[0].find('{'), std::string::npos);
    EXPECT_EQ(record.columns[1].find('{'), std::string::npos);
  }
  EXPECT_GT(moved, 300);
}

TEST(Names, OfDevAreNeverInTraining) {
  std::set<std::string> seen;
  for (const Record& record : made(NamesOptions(), Split::train, 40'000)) {
    for (const std::string& name : names_in(record.columns[0])) seen.insert(name);
  }
  for (const Record& record : made(NamesOptions(), Split::dev, 2'000)) {
    for (const std::string& name : names_in(record.columns[0])) EXPECT_FALSE(seen.contains(name)) << name;
  }
}

TEST(Names, AreRareAndOtherWordsAreNot) {
  std::map<std::string, int> source, target;
  for (const Record& record : made(NamesOptions(), Split::train, 40'000)) {
    for (const std::string& word : words_of(record.columns[0])) ++source[word];
    for (const std::string& word : words_of(record.columns[1])) ++target[word];
  }
  for (const auto& [word, count] : source)
    EXPECT_TRUE(is_name(word) ? count < 20 : count > 1'000) << word << count;
  for (const auto& [word, count] : target)
    EXPECT_TRUE(is_name(word) ? count < 20 : count > 1'000) << word << count;
}

TEST(Names, ComeInAsManyClausesAsIsAsked) {
  NamesOptions set;
  set.shortest = 2;
  set.longest = 3;
  for (const Record& record : made(set, Split::dev, 100)) {
    Texts source = words_of(record.columns[0]), target = words_of(record.columns[1]);
    auto clauses = std::count(source.begin(), source.end(), "and") + 1;
    EXPECT_EQ(std::count(target.begin(), target.end(), "ke") + 1, clauses);
    EXPECT_TRUE(clauses == 2 || clauses == 3);
  }
}

class AlignedLines : public testing::Test {
 protected:
  std::vector<Record> records_ = made(AlignedOptions(), Split::train, 5'000);
};

TEST_F(AlignedLines, AreTranslatedAsTheirDictionarySays) {
  MadeLexicon lexicon{AlignedOptions()};
  using Class = MadeLexicon::Class;
  std::map<std::string, std::set<std::string>> allowed = {{",", {","}}};
  for (std::size_t verb = 0; verb < lexicon.size(Class::verb); ++verb) {
    for (std::size_t part = 0; part < 3; ++part) {
      allowed[lexicon.source(Class::verb, verb)].insert(lexicon.verb(verb, part));
      allowed[MadeLexicon::kSecondParts[part]].insert(lexicon.verb(verb, part));
    }
  }
  for (std::size_t i = 0; i < lexicon.size(Class::adjective); ++i)
    allowed[lexicon.source(Class::adjective, i)] = {lexicon.adjective(i)};
  for (std::size_t i = 0; i < lexicon.size(Class::particle); ++i)
    allowed[lexicon.source(Class::particle, i)] = {};
  for (std::size_t i = 0; i < lexicon.size(Class::noun); ++i) {
    Texts words = lexicon.noun(i);
    allowed[lexicon.source(Class::noun, i)] = {words.begin(), words.end()};
  }
  EXPECT_EQ(allowed.size(), 200U + 1 + 3);  // with the comma, the two second parts and none
  for (const Record& record : records_) {
    Texts source = words_of(record.columns[0]), target = words_of(record.columns[1]);
    std::vector<int> links(target.size());
    std::map<int32_t, int> links_of_source;
    for (const AlignedWords& pair : aligned_words(record, "")) {
      const std::string& from = source[static_cast<std::size_t>(pair.source)];
      EXPECT_TRUE(allowed.at(from).contains(target[static_cast<std::size_t>(pair.target)])) << from;
      ++links[static_cast<std::size_t>(pair.target)];
      ++links_of_source[pair.source];
    }
    // Only linkers come from nothing, only particles go nowhere.
    for (std::size_t i = 0; i < target.size(); ++i)
      EXPECT_EQ(links[i] == 0, target[i] == MadeLexicon::kLinker);
    for (std::size_t i = 0; i < source.size(); ++i)
      EXPECT_EQ(links_of_source[static_cast<int32_t>(i)] == 0, allowed.at(source[i]).empty());
  }
}

TEST_F(AlignedLines, HaveDifferentWordsForDifferentThings) {
  MadeLexicon lexicon{AlignedOptions()};
  using Class = MadeLexicon::Class;
  std::multiset<std::string> words = {MadeLexicon::kLinker, ","};
  for (std::size_t verb = 0; verb < lexicon.size(Class::verb); ++verb) {
    for (std::size_t part = 0; part < 3; ++part) words.insert(lexicon.verb(verb, part));
  }
  for (std::size_t i = 0; i < lexicon.size(Class::adjective); ++i) words.insert(lexicon.adjective(i));
  for (std::size_t i = 0; i < lexicon.size(Class::noun); ++i) {
    for (const std::string& word : lexicon.noun(i)) words.insert(word);
  }
  EXPECT_EQ(words.size(), (std::set<std::string>(words.begin(), words.end()).size()));
}

TEST_F(AlignedLines, HaveLinksOfEveryKind) {
  int many_to_one = 0, one_to_many = 0, inserted = 0, dropped = 0, all = 0;
  for (const Record& record : records_) {
    std::vector<int> to(words_of(record.columns[1]).size()), from(words_of(record.columns[0]).size());
    for (const AlignedWords& pair : aligned_words(record, "")) {
      ++to[static_cast<std::size_t>(pair.target)];
      ++from[static_cast<std::size_t>(pair.source)];
    }
    for (int count : to) many_to_one += count == 2 ? 1 : 0, inserted += count == 0 ? 1 : 0, ++all;
    for (int count : from) one_to_many += count == 2 ? 1 : 0, dropped += count == 0 ? 1 : 0;
  }
  for (int kind : {many_to_one, one_to_many, inserted, dropped}) EXPECT_GT(kind, all / 50);
}

TEST_F(AlignedLines, CannotBeAlignedByPositionAlone) {
  int right = 0, linked = 0;
  for (const Record& record : records_) {
    auto source = static_cast<double>(words_of(record.columns[0]).size()),
         target = static_cast<double>(words_of(record.columns[1]).size());
    std::set<AlignedWords> links;
    std::set<int32_t> targets;
    for (const AlignedWords& pair : aligned_words(record, ""))
      links.insert(pair), targets.insert(pair.target);
    for (int32_t word : targets) {
      ++linked;
      right += links.contains({static_cast<int32_t>((word + 0.5) * source / target), word}) ? 1 : 0;
    }
  }
  EXPECT_LT(right, linked * 4 / 10);
}

TEST_F(AlignedLines, HaveAnotherDictionaryForAnotherSeed) {
  AlignedOptions other;
  other.seed = 2;
  MadeLexicon a{AlignedOptions()}, b{other};
  int same = 0;
  for (std::size_t i = 0; i < a.size(MadeLexicon::Class::noun); ++i)
    same += a.noun(i)[0] == b.noun(i)[0] ? 1 : 0;
  EXPECT_LT(same, 10);
}

TEST_F(AlignedLines, OfOneWordAreRefused) {
  AlignedOptions set;
  set.shortest = 1;
  EXPECT_CONTAINS(message_of<OptionError>([&] { set.open(Split::train); }), "at least 2, a verb and a noun");
}

}  // namespace
}  // namespace heed
