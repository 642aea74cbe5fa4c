#include "heed/data/generators/aligned.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "data/generated_lines.h"
#include "heed/base/error.h"
#include "heed/data/alignment.h"
#include "message.h"

namespace heed {
namespace {

class AlignedLines : public testing::Test {
 protected:
  std::vector<Record> records_ = generated(AlignedOptions(), Split::train, 5'000);
};

TEST_F(AlignedLines, AreTranslatedAsTheirDictionarySays) {
  AlignedLexicon lexicon{AlignedOptions()};
  using Class = AlignedLexicon::Class;
  std::map<std::string, std::set<std::string>> allowed = {{",", {","}}};
  for (std::size_t verb = 0; verb < lexicon.size(Class::verb); ++verb) {
    for (std::size_t part = 0; part < 3; ++part) {
      allowed[lexicon.source(Class::verb, verb)].insert(lexicon.verb(verb, part));
      allowed[AlignedLexicon::kSecondParts[part]].insert(lexicon.verb(verb, part));
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
    for (const WordLink& pair : aligned_words(record, "")) {
      const std::string& from = source[static_cast<std::size_t>(pair.source)];
      EXPECT_TRUE(allowed.at(from).contains(target[static_cast<std::size_t>(pair.target)])) << from;
      ++links[static_cast<std::size_t>(pair.target)];
      ++links_of_source[pair.source];
    }
    // Only linkers come from nothing, only particles go nowhere.
    for (std::size_t i = 0; i < target.size(); ++i)
      EXPECT_EQ(links[i] == 0, target[i] == AlignedLexicon::kLinker);
    for (std::size_t i = 0; i < source.size(); ++i)
      EXPECT_EQ(links_of_source[static_cast<int32_t>(i)] == 0, allowed.at(source[i]).empty());
  }
}

TEST_F(AlignedLines, HaveDifferentWordsForDifferentThings) {
  AlignedLexicon lexicon{AlignedOptions()};
  using Class = AlignedLexicon::Class;
  std::multiset<std::string> words = {AlignedLexicon::kLinker, ","};
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
    for (const WordLink& pair : aligned_words(record, "")) {
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
    std::set<WordLink> links;
    std::set<int32_t> targets;
    for (const WordLink& pair : aligned_words(record, "")) links.insert(pair), targets.insert(pair.target);
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
  AlignedLexicon a{AlignedOptions()}, b{other};
  int same = 0;
  for (std::size_t i = 0; i < a.size(AlignedLexicon::Class::noun); ++i)
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
