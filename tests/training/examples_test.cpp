#include "heed/training/examples.h"

#include <gtest/gtest.h>

#include <fstream>

#include "heed/base/diagnostics.h"
#include "heed/base/error.h"
#include "heed/base/files.h"
#include "heed/training/batches.h"
#include "message.h"
#include "temporary_directory.h"

namespace heed {
namespace {

enum : std::size_t { kSource, kTarget, kAlignment };  // the columns of translation

class Prepared : public testing::Test {
 protected:
  Prepared() {
    data_.dir = folder_.path().string();
    data_.train = {{{"a.tsv"}, 1}, {{"b.tsv"}, 0.5}};
    write_file(folder_ / "a.tsv", "ab\tba\nabc\t\nb\tb\n");
    write_file(folder_ / "b.tsv", "bbbb\taaaaaa\nc\td\n");
    write_file(folder_ / "dev.tsv", "ab?\tba\n\tx\n");
  }

  std::unique_ptr<TrainingExamples> prepare(Task& task) {
    return std::make_unique<TrainingExamples>(data_, TaskOptions(options_), task,
                                              TrainingExamples::Places{folder_ / "i"});
  }
  std::unique_ptr<TrainingExamples> opened(Task& task) {
    auto examples = prepare(task);
    examples->open();
    return examples;
  }
  std::unique_ptr<Task> task() const { return make_task(options_); }

  TemporaryDirectory folder_;
  DataOptions data_;
  TranslateOptions options_;
};

TEST_F(Prepared, AreWhatTheTaskMakesOfTheRecords) {
  auto task = this->task();
  auto examples = opened(*task);
  const ExampleIndex& train = examples->train();
  ASSERT_EQ(train.size(), 4);
  Example expected = task->encode({{"bbbb", "aaaaaa"}, "", 0});
  ASSERT_EQ(expected[kSource].ids.size(), 5U);
  EXPECT_EQ(train[2][kSource].ids, expected[kSource].ids);
  EXPECT_EQ(train[2][kTarget].ids, expected[kTarget].ids);
  EXPECT_EQ(examples->dev().size(), 1U);
  EXPECT_EQ(examples->dev_records()[0].columns[0], "ab?");
}

TEST_F(Prepared, AreReportedCorpusByCorpus) {
  options_.max_length = 3;
  auto task = this->task();
  DataReport report = opened(*task)->report();
  ASSERT_EQ(report.train.size(), 2U);
  EXPECT_EQ(report.train[0].corpus.lines, 3);
  EXPECT_EQ(report.train[0].corpus.dropped, 1);
  EXPECT_EQ(report.train[0].corpus.examples, 2);
  EXPECT_EQ(report.train[1].corpus.cut, 1);
  EXPECT_EQ(report.train[1].corpus.weight, 0.5);
  EXPECT_EQ(report.train[1].columns[kSource].lengths, (std::array<int64_t, 5>{2, 2, 4, 4, 4}));
  EXPECT_EQ(report.dev.corpus.dropped, 1);
  EXPECT_DOUBLE_EQ(report.dev.columns[kSource].unknown, 1.0 / 3);
  EXPECT_EQ(report.schema[kSource].size, 4 + 3);
  EXPECT_CONTAINS(read_file(folder_ / "data.json"), "\"left_out\": 1");
}

TEST_F(Prepared, AreFoundAgainWithTheirVocabularies) {
  auto first = task(), second = task();
  std::string fingerprint = opened(*first)->fingerprint();
  auto written = fs::last_write_time(folder_ / "i");
  auto again = opened(*second);
  EXPECT_EQ(fs::last_write_time(folder_ / "i"), written);
  EXPECT_EQ(second->files(), first->files());
  EXPECT_EQ(again->fingerprint(), fingerprint);
  EXPECT_EQ(again->report().train[0].corpus.dropped, 1);
}

TEST_F(Prepared, AreOpenedOnceWhereTheyAreFound) {
  auto first = task(), second = task();
  opened(*first);
  auto again = prepare(*second);
  fs::remove(folder_ / "i");  // what is found is open from then on
  again->open();
  EXPECT_EQ(again->train().size(), 4);
  EXPECT_FALSE(fs::exists(folder_ / "i"));
}

TEST_F(Prepared, AreNotTakenFromAFileThatWasChangedSinceItWasOpened) {
  auto task = this->task();
  auto examples = opened(*task);
  std::vector<int32_t> members = {0, 1};
  EXPECT_EQ(deal(examples->train(), members, 1, {}).size(), 1U);
  std::ofstream(folder_ / "i", std::ios::app) << "more";
  EXPECT_CONTAINS(message_of<FileError>([&] { deal(examples->train(), members, 1, {}); }),
                  "i was changed while it was in use");
}

TEST_F(Prepared, AreMadeAgainWhenAnythingIsOtherwise) {
  auto first = task();
  std::string before = opened(*first)->fingerprint();
  auto fingerprint = [&] {
    auto task = this->task();
    return prepare(*task)->fingerprint();
  };
  EXPECT_EQ(fingerprint(), before);
  write_file(folder_ / "b.tsv", "bbbb\taaaaab\nc\td\n");
  EXPECT_NE(fingerprint(), before);
  write_file(folder_ / "b.tsv", "bbbb\taaaaaa\nc\td\n");
  EXPECT_EQ(fingerprint(), before);
  options_.max_length = 2;
  EXPECT_NE(fingerprint(), before);
  auto other = task();
  EXPECT_EQ(opened(*other)->train().sizes().lengths_of(2)[kSource], 3);
  options_.max_length = 1000;
  truncate_file(folder_ / "i", 100);
  auto mended = task();
  EXPECT_EQ(opened(*mended)->train().sizes().lengths_of(2)[kSource], 5);
}

// The warnings of the process while this is alive.
class Warnings : public Diagnostics {
 public:
  Warnings() : before_(set_diagnostics(this)) {}
  ~Warnings() override { set_diagnostics(before_); }
  void message(const std::string&) override {}
  void warning(const std::string& text) override { text_ += text + "\n"; }
  void progress(const ProgressState&) override {}
  void progress_finished(const ProgressState&) override {}
  void progress_abandoned(const ProgressState&) override {}
  std::string take() { return std::exchange(text_, ""); }

 private:
  Diagnostics* before_;
  std::string text_;
};

TEST_F(Prepared, AreMadeAgainWithAWarningIfTheIndexIsNotWhole) {
  auto first = task();
  opened(*first);
  const std::string whole = read_file(folder_ / "i");
  Warnings warnings;
  auto again = task();
  opened(*again);
  EXPECT_EQ(warnings.take().find("index"), std::string::npos) << "it is whole";
  std::string flipped = whole, newer = whole;
  flipped[whole.size() / 2] = static_cast<char>(flipped[whole.size() / 2] ^ 1);
  newer[8] = 99;
  for (const auto& [bytes, reason] :
       {std::pair(whole.substr(0, whole.size() / 2), "one that is cut off"),
        std::pair(flipped, "one that is damaged"), std::pair(newer, "one of version 99 instead of 3"),
        std::pair(std::string("hello"), "another file")}) {
    write_file(folder_ / "i", bytes);
    auto mended = task();
    auto examples = opened(*mended);
    EXPECT_EQ(examples->train().sizes().lengths_of(2)[kSource], 5);
    std::string warning = warnings.take();
    EXPECT_CONTAINS(warning, std::string("expected an index of examples, found ") + reason);
    EXPECT_CONTAINS(warning, "its training makes it again");
    EXPECT_TRUE(read_file(folder_ / "i") == whole);
  }
}

TEST_F(Prepared, KeepCopiesAndLinks) {
  options_.source = options_.target = WordsOptions{.min_count = 2};
  options_.copy = true;
  data_.train = {{{"a.tsv"}, 1, "a.align"}};
  data_.dev.alignment = "dev.align.gz";
  write_file(folder_ / "a.tsv", "go to Ulm\tnach Ulm gehen\nX\t\ngo to Bonn\tnach Bonn gehen\n");
  write_file(folder_ / "a.align", "0-2 1-0 2-1\n\n\n");
  write_file(folder_ / "dev.tsv", "go to Trier\tnach Trier\n");
  write_file(folder_ / "dev.align.gz", "1-0 2-1\n");
  auto task = this->task();
  auto examples = opened(*task);
  auto vocabulary = static_cast<int32_t>(task->schema()[kTarget].size);
  const ExampleIndex& train = examples->train();
  ASSERT_EQ(train.size(), 2);
  const Example first = train[0];
  EXPECT_EQ(first[kSource].copies.size(), 4U);
  EXPECT_EQ(first[kSource].copies[2], vocabulary + 2);
  EXPECT_EQ(first[kTarget].ids[1], vocabulary + 2);
  EXPECT_EQ(first[kSource].ids[2], Vocabulary::kUnknown);
  ASSERT_EQ(first[kAlignment].links.size(), 4U);
  EXPECT_EQ(first[kAlignment].links[0], (ElementLink{0, 2}));
  EXPECT_EQ(first[kAlignment].links[3], (ElementLink{3, 3}));
  EXPECT_EQ(train[1][kAlignment].links.size(), 0U);
  const Example& dev = examples->dev().at(0);
  EXPECT_EQ(dev[kAlignment].links, (std::vector<ElementLink>{{1, 0}, {2, 1}, {3, 2}}));
  Hypothesis hypothesis;
  hypothesis.tokens = dev[kTarget].ids;
  EXPECT_EQ(task->decode({{hypothesis}}, dev).text, "nach Trier");
  // What can be copied is not unknown.
  EXPECT_EQ(examples->report().train[0].columns[kTarget].unknown, 0);
  EXPECT_DOUBLE_EQ(examples->report().train[0].columns[kSource].unknown, 2.0 / 6);
}

TEST_F(Prepared, AreMadeAgainWhenAnAlignmentChanges) {
  data_.train = {{{"a.tsv"}, 1, "a.align"}};
  write_file(folder_ / "a.tsv", "ab\tba\nb c\tc b\n");
  write_file(folder_ / "a.align", "0-0\n0-1 1-0\n");
  auto fingerprint = [&] {
    auto task = this->task();
    return prepare(*task)->fingerprint();
  };
  std::string before = fingerprint();
  write_file(folder_ / "a.align", "0-0\n0-1 1-1\n");
  EXPECT_NE(fingerprint(), before);
  write_file(folder_ / "a.align", "0-0\n0-1 1-2\n");
  EXPECT_CONTAINS(message_of<InputError>(fingerprint), "a.align:2: expected links of");
  EXPECT_FALSE(fs::exists(folder_ / "i"));
}

TEST_F(Prepared, WriteNothingBeforeAllOfTheDataIsKnownToBeGood) {
  write_file(folder_ / "dev.tsv", "x\ty\nz\n");
  auto task = this->task();
  EXPECT_CONTAINS(message_of<InputError>([&] { prepare(*task); }), "dev.tsv:2");
  write_file(folder_ / "dev.tsv", "x\ty\n");
  write_file(folder_ / "b.tsv", "\ty\nz\t\n");
  EXPECT_CONTAINS(message_of<InputError>([&] { prepare(*task); }), "b.tsv: every line has an empty side");
  EXPECT_FALSE(fs::exists(folder_ / "i"));
  data_.dev.files = {"."};
  EXPECT_CONTAINS(message_of<FileError>([&] { prepare(*task); }), "directory");
  data_.dev.files = {"/dev/null"};
  EXPECT_CONTAINS(message_of<FileError>([&] { prepare(*task); }), "not a pipe");
}

}  // namespace
}  // namespace heed
