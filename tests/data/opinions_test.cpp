#include "heed/data/generators/opinions.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "data/generated_lines.h"

namespace heed {
namespace {

const std::set<std::string> kPraise = {"good",   "lovely",   "clean",    "tasty",    "friendly", "pleasant",
                                       "bright", "charming", "quiet",    "superb",   "fresh",    "modern",
                                       "cosy",   "helpful",  "splendid", "beautiful"};

// The label by the rules of the header, read from the words alone.
std::string label_of(const std::string& text) {
  Texts words = words_of(text);
  std::string found = "neutral";
  bool concession = false, decided = false;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "although") concession = true;
    if (words[i] == "but") decided = false;
    if (words[i] == "," && concession) concession = false;
    if (words[i] == "." || words[i] == ",") {
      // The word before a comma or the end of a sentence is the adjective of an opinion, if there is one.
      static const std::set<std::string> kBlame = {
          "bad",   "ugly",     "dirty",  "stale",  "rude", "unpleasant", "dark",   "dull",
          "noisy", "dreadful", "mouldy", "shabby", "cold", "slow",       "horrid", "filthy"};
      bool praise = kPraise.contains(words[i - 1]), blame = kBlame.contains(words[i - 1]);
      std::size_t start = i;
      while (start > 0 && words[start - 1] != "was" && words[start - 1] != "were" && words[start - 1] != ".")
        --start;
      bool negated = false;
      for (std::size_t j = start; j < i; ++j)
        negated = negated || words[j] == "not" || words[j] == "never" || words[j] == "hardly" ||
                  words[j] == "means";
      bool introduced = false;  // by "although"
      for (std::size_t j = start; j > 0 && words[j - 1] != "." && words[j - 1] != ","; --j)
        introduced = introduced || words[j - 1] == "although";
      if ((praise || blame) && !introduced && !decided) found = praise != negated ? "positive" : "negative";
      if ((praise || blame) && !introduced) decided = words[i] == "." || words[i + 1] != "but";
    }
  }
  return found;
}

TEST(Opinions, HaveTheLabelThatTheirWordsSay) {
  std::map<std::string, int> labels;
  for (Split split : {Split::train, Split::dev}) {
    for (const Record& record : generated(OpinionsOptions(), split, 2000)) {
      ASSERT_EQ(record.columns[0], label_of(record.columns[1])) << record.columns[1];
      ++labels[record.columns[0]];
    }
  }
  EXPECT_NEAR(labels["neutral"], 800, 120);
  EXPECT_NEAR(labels["positive"], 1600, 160);
  EXPECT_NEAR(labels["negative"], 1600, 160);
}

TEST(Opinions, HaveAsManySentencesAsAreAsked) {
  OpinionsOptions options;
  options.shortest = 2;
  options.longest = 3;
  for (const Record& record : generated(options, Split::dev, 40)) {
    Texts words = words_of(record.columns[1]);
    auto sentences = std::count(words.begin(), words.end(), ".");
    EXPECT_TRUE(sentences == 2 || sentences == 3) << record.columns[1];
  }
}

}  // namespace
}  // namespace heed
