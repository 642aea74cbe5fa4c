#include "heed/tasks/copies.h"

#include <gtest/gtest.h>

#include "heed/base/error.h"
#include "heed/tasks/registry.h"
#include "message.h"

namespace heed {
namespace {

enum : std::size_t { kSource, kTarget };
constexpr int32_t kUnknown = Vocabulary::kUnknown, kEnd = Vocabulary::kEnd;

// The target knows x (4) and b (5); the source knows a (4), b (5) and c (6).
class Copies : public testing::Test {
 protected:
  Copies() {
    options_.source = options_.target = WordsOptions{};
    options_.copy = true;
    task_ = make_task(options_);
    std::vector<Record> records = {{{"a a b c", "x x b"}, "f", 1}, {{"a a b", "x x b"}, "f", 2}};
    task_->learn(records);
  }
  Example encode(const std::string& source, const std::string& target) {
    return task_->encode({{source, target}, "f", 1});
  }
  std::string decode(std::vector<int32_t> tokens, const Example& example) {
    Hypothesis hypothesis;
    hypothesis.tokens = std::move(tokens);
    return task_->decode({{hypothesis}}, example).text;
  }
  TranslateOptions options_;
  std::unique_ptr<Task> task_;
  static constexpr int32_t kX = 4, kB = 5, kSize = 6;
};

TEST_F(Copies, HaveNumbersBehindTheTargetsVocabularyInOrderOfFirstOccurrence) {
  Example example = encode("Ulm b a Bonn Ulm", "x Bonn Trier Ulm a");
  EXPECT_EQ(task_->schema()[kTarget].size, kSize);
  EXPECT_EQ(example[kSource].ids, (std::vector<int32_t>{kUnknown, 5, 4, kUnknown, kUnknown, kEnd}));
  EXPECT_EQ(example[kSource].copies, (std::vector<int32_t>{kSize, kB, kSize + 1, kSize + 2, kSize, kEnd}));
  EXPECT_EQ(example[kTarget].ids, (std::vector<int32_t>{kX, kSize + 2, kUnknown, kSize, kSize + 1, kEnd}));
}

TEST_F(Copies, AreReadBackAsTheSourcesText) {
  Example example = encode("Ulm b a Bonn Ulm", "");
  EXPECT_EQ(decode({kX, kSize + 2, kB, kSize, kSize, kEnd}, example), "x Bonn b Ulm Ulm");
  EXPECT_THROW(decode({kSize + 3, kEnd}, example), std::logic_error);
  example[kSource].axis = {};
  EXPECT_EQ(decode({kX, kEnd}, example), "x");
  EXPECT_THROW(decode({kSize, kEnd}, example), std::logic_error);
}

TEST_F(Copies, LabelTheRowsOfTheMap) {
  Example example = encode("Ulm", "");
  Hypothesis hypothesis;
  hypothesis.tokens = {kX, kSize, kEnd};
  hypothesis.token_log_probabilities = {-1, -2, -3};
  hypothesis.attention = {{1, 2, {0, 0, 0}, std::vector<float>(6, 0.5F)}};
  Prediction prediction = task_->decode({{hypothesis}, {{"decoder", 0, "target", "source"}}}, example);
  const Axis& rows = prediction.maps.at(0).rows;
  ASSERT_EQ(rows.labels.size(), 3U);
  EXPECT_EQ(rows.labels[1].text, "Ulm");
  EXPECT_EQ(rows.labels[1].begin, 2);
  EXPECT_EQ(rows.labels[1].end, 5);
  EXPECT_FALSE(rows.labels[1].special);
  EXPECT_EQ(prediction.tokens[1].text, "Ulm");
  EXPECT_NO_THROW(require_valid(prediction.maps[0]));
}

TEST_F(Copies, OfTextThatIsCalledAsASpecialTokenIsAreText) {
  Example example = encode("</s> <unk>", "<unk> </s>");
  EXPECT_EQ(example[kSource].copies, (std::vector<int32_t>{kSize, kSize + 1, kEnd}));
  EXPECT_EQ(example[kTarget].ids, (std::vector<int32_t>{kSize + 1, kSize, kEnd}));
  EXPECT_EQ(decode(example[kTarget].ids, example), "<unk> </s>");
}

TEST_F(Copies, AreKnownWithoutATarget) {
  Example example = task_->encode({{"Ulm"}, "f", 1});
  EXPECT_EQ(example[kSource].copies, (std::vector<int32_t>{kSize, kEnd}));
  EXPECT_TRUE(example[kTarget].ids.empty());
}

TEST_F(Copies, AreBelowTheTasksNumbers) {
  EXPECT_TRUE(task_->schema()[kSource].copies);
  EXPECT_EQ(task_->schema()[kTarget].size + task_->schema()[kTarget].extended, kSize + 1000);
  std::string all_different;
  for (int i = 0; i < 2000; ++i) all_different += "w" + std::to_string(i) + " ";
  Example example = encode(all_different, all_different);
  EXPECT_EQ(example[kSource].copies[999], kSize + 999);
  EXPECT_EQ(example[kTarget].ids[999], kSize + 999);
}

TEST_F(Copies, AreNoneUnlessTheTaskCopies) {
  options_.copy = false;
  auto task = make_task(options_);
  task->load(task_->files(), "m");
  Example example = task->encode({{"Ulm b", "Ulm"}, "f", 1});
  EXPECT_TRUE(example[kSource].copies.empty());
  EXPECT_EQ(example[kTarget].ids, (std::vector<int32_t>{kUnknown, kEnd}));
  EXPECT_FALSE(task->schema()[kSource].copies);
  EXPECT_EQ(task->schema()[kTarget].extended, 0);
}

TEST_F(Copies, OfOneVocabularyForBothSidesAreWhatItLacks) {
  options_.joint = true;
  auto task = make_task(options_);
  std::vector<Record> records = {{{"a b", "x b"}, "f", 1}};
  task->learn(records);
  Example example = task->encode({{"a Ulm", "Ulm a"}, "f", 1});
  auto size = static_cast<int32_t>(task->schema()[kTarget].size);
  EXPECT_EQ(example[kSource].copies[0], example[kSource].ids[0]);
  EXPECT_EQ(example[kSource].copies[1], size);
  EXPECT_EQ(example[kTarget].ids[0], size);
}

}  // namespace
}  // namespace heed
