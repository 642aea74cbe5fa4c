#include "heed/data/generators/names.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "data/generated_lines.h"

namespace heed {
namespace {

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
  for (const Record& record : generated(NamesOptions(), Split::train, 1'000)) {
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
  for (const Record& record : generated(NamesOptions(), Split::train, 40'000)) {
    for (const std::string& name : names_in(record.columns[0])) seen.insert(name);
  }
  for (const Record& record : generated(NamesOptions(), Split::dev, 2'000)) {
    for (const std::string& name : names_in(record.columns[0])) EXPECT_FALSE(seen.contains(name)) << name;
  }
}

TEST(Names, AreRareAndOtherWordsAreNot) {
  std::map<std::string, int> source, target;
  for (const Record& record : generated(NamesOptions(), Split::train, 40'000)) {
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
  for (const Record& record : generated(set, Split::dev, 100)) {
    Texts source = words_of(record.columns[0]), target = words_of(record.columns[1]);
    auto clauses = std::count(source.begin(), source.end(), "and") + 1;
    EXPECT_EQ(std::count(target.begin(), target.end(), "ke") + 1, clauses);
    EXPECT_TRUE(clauses == 2 || clauses == 3);
  }
}

}  // namespace
}  // namespace heed
