#include "heed/data/index.h"

#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "heed/base/error.h"
#include "heed/data/report.h"
#include "message.h"
#include "temporary_directory.h"

namespace heed {
namespace {

Example example(std::vector<int32_t> source, std::vector<int32_t> target) {
  Example example;
  example.source.ids = std::move(source);
  example.target.ids = std::move(target);
  return example;
}

std::vector<int32_t> numbers(const Ids& ids) {
  std::vector<int32_t> numbers;
  for (int64_t i = 0; i < ids.size(); ++i) numbers.push_back(ids[i]);
  return numbers;
}

class Index : public testing::TestWithParam<int64_t> {  // of the vocabulary's size
 protected:
  void write() {
    IndexWriter writer(folder_ / "i", {GetParam(), false});
    writer.begin("a", 2).lines = 5;
    writer.add(example({1, 2, last_}, {4}));
    writer.add(example({7}, {}));
    writer.begin("b + c", 0.5).source = {10, 3};
    writer.add(example({}, {9, 8}));
    writer.finish({{"v.txt", std::string("x\0y", 3)}, {"w", ""}}, 77);
  }
  void write_linked() {
    IndexWriter writer(folder_ / "i", {GetParam(), true});
    writer.begin("a", 1);
    Example plain = example({1, 2}, {4, 5, 6}), both = example({6, 7, 8}, {9}),
            one = example({3}, {2, last_}), last = example({5}, {});
    plain.copies = {last_, 3};
    both.copies = {4, 5, 6};
    both.links = {{0, 0}, {100'000, 70'000}};
    one.copies = {3};
    one.links = {{0, 1}};
    last.copies = {3};
    for (const Example* made : {&plain, &both, &one, &last}) writer.add(*made);
    writer.finish({{"v", "w"}}, 5);
  }
  void refuse_damaged(const std::string& bytes) {
    for (std::size_t cut = 0; cut < bytes.size(); cut += 7) {
      put(bytes.substr(0, cut));
      EXPECT_THROW(ExampleIndex(folder_ / "j"), FileError) << cut;
    }
    constexpr std::size_t kFoot = 64;  // its checksum is of what stands before it
    for (std::size_t at = 0; at + kFoot < bytes.size(); at += 5) {
      std::string changed = bytes;
      changed[at] ^= 1;
      put(changed);
      EXPECT_CONTAINS(message_of<FileError>([&] { ExampleIndex(folder_ / "j"); }), "j: the index is damaged");
    }
  }
  // Hundreds of them: no syncing.
  void put(const std::string& bytes) { std::ofstream(folder_ / "j", std::ios::binary) << bytes; }
  int32_t last_ = static_cast<int32_t>(GetParam() - 1);
  TemporaryDirectory folder_;
};

INSTANTIATE_TEST_SUITE_P(Sizes, Index, testing::Values(100, 65'536, 65'537, 1'000'000));

TEST_P(Index, GivesBackWhatWasWritten) {
  write();
  ExampleIndex index(folder_ / "i");
  ASSERT_EQ(index.size(), 3);
  EXPECT_EQ(numbers(index[0].source), (std::vector<int32_t>{1, 2, last_}));
  EXPECT_EQ(numbers(index[0].target), (std::vector<int32_t>{4}));
  EXPECT_EQ(numbers(index[1].source), (std::vector<int32_t>{7}));
  EXPECT_EQ(numbers(index[1].target), (std::vector<int32_t>{}));
  EXPECT_EQ(numbers(index[2].target), (std::vector<int32_t>{9, 8}));
  EXPECT_EQ(index.lengths()[2].target, 2);
  ASSERT_EQ(index.corpora().size(), 2U);
  EXPECT_EQ(index.corpora()[0].examples, 2);
  EXPECT_EQ(index.corpora()[0].lines, 5);
  EXPECT_EQ(index.corpora()[1].name, "b + c");
  EXPECT_EQ(index.corpora()[1].weight, 0.5);
  EXPECT_EQ(index.corpora()[1].source.unknown, 3);
  EXPECT_EQ(index.files().at("v.txt"), std::string("x\0y", 3));
  EXPECT_EQ(index.key(), 77U);
}

TEST_P(Index, HoldsCopiesAndLinks) {
  write_linked();
  ExampleIndex index(folder_ / "i");
  ASSERT_EQ(index.size(), 4);
  EXPECT_EQ(numbers(index[0].copies), (std::vector<int32_t>{last_, 3}));
  EXPECT_EQ(numbers(index[1].source), (std::vector<int32_t>{6, 7, 8}));
  EXPECT_EQ(numbers(index[1].target), (std::vector<int32_t>{9}));
  EXPECT_EQ(numbers(index[1].copies), (std::vector<int32_t>{4, 5, 6}));
  EXPECT_EQ(numbers(index[2].target), (std::vector<int32_t>{2, last_}));
  EXPECT_EQ(numbers(index[3].source), (std::vector<int32_t>{5}));
  EXPECT_EQ(index[0].links.size(), 0);
  ASSERT_EQ(index[1].links.size(), 2);
  EXPECT_EQ(index[1].links[0], (TokenLink{0, 0}));
  EXPECT_EQ(index[1].links[1], (TokenLink{100'000, 70'000}));
  ASSERT_EQ(index[2].links.size(), 1);
  EXPECT_EQ(index[2].links[0], (TokenLink{0, 1}));
  EXPECT_EQ(index[3].links.size(), 0);
}

TEST_P(Index, GrowsOnlyByWhatItHolds) {
  write();
  ExampleIndex index(folder_ / "i");
  EXPECT_EQ(index[0].copies.size(), 0);
  EXPECT_EQ(index[0].links.size(), 0);
  int64_t bytes_of_a_number = GetParam() > 65'536 ? 4 : 2, per_example = 8 + 8;
  auto size = [&](const std::vector<Example>& examples) {
    IndexWriter writer(folder_ / "k", {GetParam(), false});
    writer.begin("a", 1);
    for (const Example& one : examples) writer.add(one);
    writer.finish({}, 0);
    return static_cast<int64_t>(fs::file_size(folder_ / "k"));
  };
  Example plain = example({1, 2}, {3, 4}), linked = plain;
  linked.links = {{0, 0}, {1, 1}};
  std::vector<Example> plains(100, plain), one_linked = plains;
  one_linked[50] = linked;
  EXPECT_EQ(size(plains) - size({}), 100 * (4 * bytes_of_a_number + per_example));
  EXPECT_EQ(size(one_linked) - size(plains), 100 * 4 + 2 * 8);
}

TEST_P(Index, RefusesToWriteWhatItCouldNotGiveBack) {
  IndexWriter writer(folder_ / "i", {GetParam(), true});
  writer.begin("a", 1);
  EXPECT_THROW(writer.add(example({1, 2}, {3})), std::logic_error);
  IndexWriter narrow(folder_ / "j", {100, false});
  narrow.begin("a", 1);
  EXPECT_THROW(narrow.add(example({1, 65'536}, {3})), std::logic_error);
}

TEST_P(Index, IsRefusedWhereverItIsCutOrChanged) {
  write();
  refuse_damaged(read_file(folder_ / "i"));
  write_linked();
  refuse_damaged(read_file(folder_ / "i"));
}

TEST_P(Index, OfTheVersionBeforeIsRefused) {
  write();
  std::string bytes = read_file(folder_ / "i");
  bytes[8] = 1;
  put(bytes);
  EXPECT_CONTAINS(message_of<FileError>([&] { ExampleIndex(folder_ / "j"); }), "another version");
}

TEST_P(Index, LeavesNothingBehindUnlessItIsFinished) {
  { IndexWriter(folder_ / "i", {GetParam(), false}).begin("a", 1); }
  EXPECT_TRUE(fs::is_empty(folder_.path()));
}

TEST(EpochExamples, TakeEachCorpusByItsWeight) {
  std::vector<CorpusShare> corpora = {{10, 1}, {100, 2.25}, {1000, 0.1}, {5, 0.0001}};
  std::vector<int64_t> times(1115);
  for (uint64_t epoch = 0; epoch < 40; ++epoch) {
    std::vector<int32_t> members = epoch_examples(corpora, 3, epoch);
    EXPECT_EQ(members.size(), 10U + 225U + 100U + 1U);
    std::vector<int64_t> here(1115);
    for (int32_t member : members) ++here[static_cast<std::size_t>(member)];
    for (std::size_t i = 0; i < 10; ++i) EXPECT_EQ(here[i], 1);
    for (std::size_t i = 10; i < 110; ++i) EXPECT_TRUE(here[i] == 2 || here[i] == 3);
    for (std::size_t i = 110; i < 1115; ++i) EXPECT_LE(here[i], 1);
    for (std::size_t i = 0; i < here.size(); ++i) times[i] += here[i];
  }
  // Over epochs each example of a corpus comes about equally often.
  for (std::size_t i = 110; i < 1110; ++i) EXPECT_LT(times[i], 17) << i;
  EXPECT_EQ(epoch_examples(corpora, 3, 7), epoch_examples(corpora, 3, 7));
  EXPECT_NE(epoch_examples(corpora, 3, 7), epoch_examples(corpora, 3, 8));
  EXPECT_NE(epoch_examples(corpora, 3, 7), epoch_examples(corpora, 4, 7));
}

TEST(EpochExamples, FormTheBatchesOfTheEpoch) {
  std::vector<Lengths> lengths(20, Lengths{3, 3});
  std::vector<int32_t> members = {4, 4, 7, 19};
  std::multiset<int32_t> seen;
  for (const auto& batch : plan_batches(lengths, members, {6, 1}, 0)) seen.insert(batch.begin(), batch.end());
  EXPECT_EQ(seen, (std::multiset<int32_t>{4, 4, 7, 19}));
}

TEST(DataReport, HasQuantilesByHand) {
  std::vector<Lengths> lengths;
  for (int32_t i = 1; i <= 200; ++i) lengths.push_back({i, 5});
  IndexedCorpus corpus;
  corpus.name = "a\xff";
  corpus.lines = 1'234'567;
  corpus.weight = 0.5;
  corpus.source = {400, 1};
  DataReport report;
  report.train.push_back(report_of(corpus, lengths));
  report.dev = report_of({}, {});
  EXPECT_EQ(report.train[0].source.lengths, (std::array<int64_t, 5>{1, 100, 180, 198, 200}));
  EXPECT_EQ(report.train[0].target.lengths, (std::array<int64_t, 5>{5, 5, 5, 5, 5}));
  std::vector<std::string> lines = report_lines(report);
  EXPECT_CONTAINS(lines[0], "weight 0.5: 1,234,567 lines");
  EXPECT_CONTAINS(lines[1], "source: 0.25% unknown; length min 1, half ≤ 100, 90% ≤ 180, 99% ≤ 198, max 200");
  EXPECT_CONTAINS(report_json(report), "\"unknown\": 0.0025");
}

}  // namespace
}  // namespace heed
