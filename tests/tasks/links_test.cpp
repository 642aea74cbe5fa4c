#include "heed/tasks/links.h"

#include <gtest/gtest.h>

#include "heed/base/error.h"
#include "heed/tasks/registry.h"
#include "message.h"

namespace heed {
namespace {

enum : std::size_t { kSource, kTarget, kAlignment };
using Links = std::vector<ElementLink>;

std::unique_ptr<Task> task_of(const TokeniserOptions& side, int64_t max_length = 1000) {
  TranslateOptions options;
  options.source = options.target = side;
  options.max_length = max_length;
  auto task = make_task(options);
  std::vector<Record> records(20, Record{{"ab, cd ef", "gh, ab cd"}, "f", 1});
  task->learn(records);
  return task;
}

// The text of every link, by the tokens' own bytes.
std::vector<std::string> texts_of(const Task& task, const Record& record) {
  Example example = task.encode(record);
  std::vector<std::string> texts;
  for (const ElementLink& link : example[kAlignment].links) {
    auto text = [](const std::string& from, const Label& token) {
      return from.substr(static_cast<std::size_t>(token.begin),
                         static_cast<std::size_t>(token.end - token.begin));
    };
    texts.push_back(
        text(record.columns[0], example[kSource].axis.labels[static_cast<std::size_t>(link.from)]) + "-" +
        text(record.columns[1], example[kTarget].axis.labels[static_cast<std::size_t>(link.to)]));
  }
  return texts;
}

TEST(Links, OfWordsAreTheAlignmentAndTheEnds) {
  Example example = task_of(WordsOptions{})->encode({{"a b c", "x y"}, "f", 1, "2-0 0-1 1-1"});
  EXPECT_EQ(example[kAlignment].links, (Links{{0, 1}, {1, 1}, {2, 0}, {3, 2}}));
}

TEST(Links, OfCharactersAreAllOfAWordWithAllOfAWord) {
  Example example = task_of(CharactersOptions{})->encode({{"ab c", " x yz"}, "f", 1, "0-1 1-0"});
  // The source is a b space c end, the target space x space y z end.
  EXPECT_EQ(example[kAlignment].links, (Links{{0, 3}, {0, 4}, {1, 3}, {1, 4}, {3, 1}, {4, 5}}));
}

TEST(Links, OfSeparatePunctuationCountWordsBetweenWhiteSpace) {
  WordsOptions separate;
  separate.punctuation = "separate";
  auto task = task_of(separate);
  EXPECT_EQ(texts_of(*task, {{"ab, cd ef", "gh (ab)"}, "f", 1, "0-1 1-0"}),
            (std::vector<std::string>{"ab-(", "ab-ab", "ab-)", ",-(", ",-ab", ",-)", "cd-gh", "-"}));
}

TEST(Links, OfPiecesCountWordsBetweenWhiteSpace) {
  SentencePieceOptions pieces;
  pieces.size = 14;
  auto task = task_of(pieces);
  Record record{{"ab, cd ef", "gh, ab cd"}, "f", 1, "1-2"};
  Example example = task->encode(record);
  const Links& links = example[kAlignment].links;
  ASSERT_GE(links.size(), 2U);
  std::size_t linked = 0;
  for (const Label& source : example[kSource].axis.labels) {
    for (const Label& target : example[kTarget].axis.labels)
      linked += source.word == 1 && target.word == 2 ? 1 : 0;
  }
  EXPECT_EQ(links.size(), linked + 1);
  for (std::size_t i = 0; i + 1 < links.size(); ++i) {
    const Label& source = example[kSource].axis.labels[static_cast<std::size_t>(links[i].from)];
    EXPECT_GE(source.begin, 3);
    EXPECT_LE(source.end, 6);
  }
}

TEST(Links, AreNoneWithoutAnAlignmentOrATarget) {
  auto task = task_of(WordsOptions{});
  EXPECT_TRUE(task->encode({{"a b", "x y"}, "f", 1})[kAlignment].links.empty());
  EXPECT_TRUE(task->encode({{"a b", "x y"}, "f", 1, " "})[kAlignment].links.empty());
  EXPECT_TRUE(task->encode({{"a b"}, "f", 1, "0-0"})[kAlignment].links.empty());
}

TEST(Links, OfTokensThatAreCutOffAreDropped) {
  Example example = task_of(WordsOptions{}, 2)->encode({{"a b c", "x y z"}, "f", 1, "0-2 1-1 2-0"});
  EXPECT_EQ(example[kAlignment].links, (Links{{1, 1}, {2, 2}}));
}

TEST(Links, OfWordsThatAreNotThereAreRefused) {
  auto task = task_of(CharactersOptions{}, 3);
  std::string message = message_of<InputError>([&] { task->encode({{"ab cd ef", "x"}, "f", 7, "0-0 3-0"}); });
  EXPECT_CONTAINS(message, "f:7: expected links of 3 source");
  EXPECT_CONTAINS(message_of<InputError>([&] { task->encode({{"a", "x"}, "f", 7, "a-b"}); }), "found 'a-b'");
}

}  // namespace
}  // namespace heed
