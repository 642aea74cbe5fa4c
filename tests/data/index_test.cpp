#include "heed/data/index.h"

#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "data/npy.h"
#include "data/pairs.h"
#include "heed/base/error.h"
#include "heed/data/report.h"
#include "message.h"
#include "temporary_directory.h"

namespace heed {
namespace {

// Every kind of column: tokens grouped on two levels that have copies, tokens with an extended vocabulary,
// classes for each token and one for the example, vectors in the index and vectors in files, links.
Schema schema_of(int64_t size) {
  return {
      {{.name = "source", .size = size, .vocabulary = "v", .copies = true, .levels = 2},
       {.name = "target", .input = false, .size = size - 10, .vocabulary = "w", .extended = 10},
       {.name = "tags", .kind = ColumnKind::classes, .input = false, .size = 7, .vocabulary = "tags"},
       {.name = "label", .kind = ColumnKind::classes, .input = false, .size = 3, .sequence = false},
       {.name = "frames", .kind = ColumnKind::numbers, .width = 3, .levels = 1},
       {.name = "picture", .kind = ColumnKind::numbers, .width = 2, .sequence = false},
       {.name = "alignment", .kind = ColumnKind::links, .input = false, .from = "source", .to = "target"}}};
}

enum : std::size_t { kTags = 2, kLabel, kFrames, kPicture, kLinks };

void expect_equal(const Example& found, const Example& expected) {
  ASSERT_EQ(found.columns.size(), expected.columns.size());
  for (std::size_t i = 0; i < expected.columns.size(); ++i) {
    EXPECT_EQ(found[i].ids, expected[i].ids) << i;
    EXPECT_EQ(found[i].numbers, expected[i].numbers) << i;
    EXPECT_EQ(found[i].parts, expected[i].parts) << i;
    EXPECT_EQ(found[i].copies, expected[i].copies) << i;
    EXPECT_EQ(found[i].links, expected[i].links) << i;
    EXPECT_EQ(found[i].stored, expected[i].stored) << i;
  }
}

class Index : public testing::TestWithParam<int64_t> {  // of the largest vocabulary's size
 protected:
  Index() {
    put("a.npy", npy_header("<f4", "(1, 2)") + raw_bytes<float>({1, 2}));
    put("b.npy", npy_header("|u1", "(2,)") + raw_bytes<uint8_t>({3, 4}));
    Example full{std::vector<Column>(7)};
    full[kSource].ids = {1, 2, last_};
    full[kSource].copies = {last_, 3, 4};
    full[kSource].parts = {{2, 1}, {2}};
    full[kTarget].ids = {4, last_};
    full[kTags].ids = {6, 0, 5};
    full[kLabel].ids = {2};
    full[kFrames].numbers = {1, 2, 3, -4, 0.5F, 1e-30F};
    full[kFrames].parts = {{1, 1}};
    full[kPicture].stored = find_npy(path("a.npy"));
    full[kLinks].links = {{0, 0}, {100'000, 70'000}};
    Example other = full;  // of other lengths, so that nothing is read from the place of something else
    other[kSource].ids = {9};
    other[kSource].copies = {8};
    other[kSource].parts = {{1}, {}};
    other[kTags].ids = {1};
    other[kPicture].stored = find_npy(path("b.npy"));
    other[kLinks].links = {{0, 1}};
    Example in_memory = full;
    in_memory[kPicture].stored.reset();
    in_memory[kPicture].numbers = {7, 8};
    Example empty{std::vector<Column>(7)};
    empty[kSource].parts = {{}, {}};
    empty[kFrames].parts = {{}};
    examples_ = {full, empty, other, in_memory, full};
  }
  void write() {
    IndexWriter writer(folder_ / "i", schema_of(GetParam()));
    IndexedCorpus& first = writer.begin("a", 2);
    first.lines = 5;
    first.dropped = 1;
    first.cut = 2;
    first.columns[kSource] = {10, 3, {}};
    first.columns[kLabel].of_class = {1, 0, 1};
    for (std::size_t i = 0; i < 2; ++i) writer.add(examples_[i], static_cast<int64_t>(10 + i));
    writer.begin("b + c", 0.5);
    for (std::size_t i = 2; i < examples_.size(); ++i) writer.add(examples_[i], static_cast<int64_t>(10 + i));
    writer.finish({{"v.txt", std::string("x\0y", 3)}, {"w", ""}}, 77);
  }
  std::string refused() {
    return message_of<FileError>([&] { ExampleIndex(folder_ / "i"); });
  }
  void put_byte(std::size_t at, char byte) {
    std::fstream file(folder_ / "i", std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(static_cast<std::streamoff>(at)).put(byte);
  }
  void put(const std::string& name, const std::string& bytes) {
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
  }
  std::string path(const std::string& name) { return (folder_ / name).string(); }
  int32_t last_ = static_cast<int32_t>(GetParam() - 1);
  TemporaryDirectory folder_;
  std::vector<Example> examples_;
};

INSTANTIATE_TEST_SUITE_P(Sizes, Index, testing::Values(100, 65'536, 65'537, 1'000'000));

TEST_P(Index, GivesBackWhatWasWritten) {
  write();
  ExampleIndex index(folder_ / "i");
  EXPECT_EQ(index.schema(), schema_of(GetParam()));
  ASSERT_EQ(index.size(), 5);
  for (std::size_t i = 0; i < examples_.size(); ++i) {
    expect_equal(index[static_cast<int64_t>(i)], examples_[i]);
    EXPECT_EQ(index[static_cast<int64_t>(i)].line, static_cast<int64_t>(i));
    EXPECT_EQ(index.sizes().costs[i], static_cast<int64_t>(10 + i));
    auto lengths = index.sizes().lengths_of(i);
    EXPECT_EQ(std::vector<int32_t>(lengths.begin(), lengths.end()), lengths_of(examples_[i], index.schema()));
  }
  EXPECT_EQ(index.sizes().ordered, 6U) << "the columns before the links";
  ASSERT_EQ(index.corpora().size(), 2U);
  const IndexedCorpus& first = index.corpora()[0];
  EXPECT_EQ(first.examples, 2);
  EXPECT_EQ(first.lines, 5);
  EXPECT_EQ(first.dropped, 1);
  EXPECT_EQ(first.cut, 2);
  EXPECT_EQ(first.columns[kSource].unknown, 3);
  EXPECT_EQ(first.columns[kLabel].of_class, (std::vector<int64_t>{1, 0, 1}));
  EXPECT_EQ(index.corpora()[1].name, "b + c");
  EXPECT_EQ(index.corpora()[1].weight, 0.5);
  EXPECT_EQ(index.files().at("v.txt"), std::string("x\0y", 3));
  EXPECT_EQ(index.key(), 77U);
}

TEST_P(Index, GrowsOnlyByWhatItHolds) {
  int64_t bytes_of_a_number = GetParam() > 65'536 ? 4 : 2,
          per_example = 3 * 4 + 8 + 8;  // lengths, cost, start
  auto size = [&](const std::vector<Example>& examples) {
    IndexWriter writer(folder_ / "k", pair_schema(GetParam()));
    writer.begin("a", 1);
    for (const Example& one : examples) writer.add(one, 1);
    writer.finish({}, 0);
    return static_cast<int64_t>(fs::file_size(folder_ / "k"));
  };
  std::vector<Example> plains(100, pair({1, 2}, {3, 4})), one_linked = plains;
  one_linked[50][kAlignment].links = {{0, 0}, {1, 1}};
  EXPECT_EQ(size(plains) - size({}), 100 * (4 * bytes_of_a_number + per_example));
  EXPECT_EQ(size(one_linked) - size(plains), 2 * 8);
}

TEST_P(Index, RefusesToWriteWhatItCouldNotGiveBack) {
  IndexWriter writer(folder_ / "i", schema_of(GetParam()));
  writer.begin("a", 1);
  auto refuses = [&](auto change) {
    Example example = examples_[0];
    change(example);
    EXPECT_THROW(writer.add(example, 1), std::logic_error);
  };
  refuses([](Example& example) { example.columns.pop_back(); });
  refuses([](Example& example) { example[kSource].copies.pop_back(); });
  refuses([](Example& example) { example[kTarget].copies = {1, 2}; });
  refuses([](Example& example) { example[kSource].parts.pop_back(); });
  refuses([](Example& example) { example[kTarget].links = {{0, 0}}; });
  refuses([](Example& example) { example[kTags].numbers = {1}; });
  refuses([](Example& example) { example[kFrames].ids = {1}; });
  if (GetParam() <= 65'536) refuses([](Example& example) { example[kTarget].ids = {65'536}; });
}

TEST_P(Index, SaysWhatIsWrongWhereverAByteIsAnother) {
  write();
  std::string whole = read_file(folder_ / "i");
  for (std::size_t at = 0; at < whole.size(); ++at) {
    const char* expected =
        at < 8    ? "found another file; its training makes it again"
        : at < 12 ? "instead of 3; its training makes it again"
        : at + 8 >= whole.size()
            ? "found one that is cut off; its training makes it again"
            : "found one that is damaged: its checksum is another; its training makes it again";
    put_byte(at, static_cast<char>(whole[at] ^ 1));
    EXPECT_CONTAINS(refused(), expected) << " at " << at;
    put_byte(at, whole[at]);
  }
}

TEST_P(Index, SaysThatItIsCutOffWhereverItIs) {
  write();
  for (std::size_t length = fs::file_size(folder_ / "i"); length-- > 0;) {
    fs::resize_file(folder_ / "i", length);
    EXPECT_CONTAINS(refused(), length < 8 ? "found another file" : "found one that is cut off") << length;
  }
}

TEST_P(Index, SaysOfAnotherVersionWhichItIs) {
  write();
  put_byte(8, 2);
  EXPECT_CONTAINS(
      refused(),
      "i: expected an index of examples, found one of version 2 instead of 3; its training makes it again");
}

TEST_P(Index, LeavesNothingBehindUnlessItIsFinished) {
  TemporaryDirectory own;
  { IndexWriter(own / "i", schema_of(GetParam())).begin("a", 1); }
  EXPECT_TRUE(fs::is_empty(own.path()));
}

TEST_P(Index, KnowsWhetherTheFilesOfItsArraysAreWhatTheyWere) {
  write();
  ExampleIndex index(folder_ / "i");
  EXPECT_TRUE(index.stored_are_unchanged());
  Example example = index[2];
  read_stored_columns(example);
  EXPECT_EQ(example[kPicture].numbers, (std::vector<float>{3, 4}));
  auto read = [&] {
    Example changed = index[2];
    read_stored_columns(changed);
  };
  put("b.npy", npy_header("|u1", "(2, 1)") + raw_bytes<uint8_t>({3, 4, 5}));
  EXPECT_FALSE(index.stored_are_unchanged());
  EXPECT_CONTAINS(message_of<FileError>(read),
                  "b.npy: expected the file as it was when the examples were made");
  fs::remove(folder_ / "b.npy");
  EXPECT_FALSE(index.stored_are_unchanged());
  EXPECT_CONTAINS(message_of<FileError>(read), "b.npy: No such file");
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
  OwnedSizes sizes = pair_sizes(std::vector<std::pair<int32_t, int32_t>>(20, {3, 3}));
  std::vector<int32_t> members = {4, 4, 7, 19};
  std::multiset<int32_t> seen;
  for (const auto& batch : plan_batches(sizes.view(), members, {6, 1}, 0))
    seen.insert(batch.begin(), batch.end());
  EXPECT_EQ(seen, (std::multiset<int32_t>{4, 4, 7, 19}));
}

TEST(DataReport, HasQuantilesByHand) {
  std::vector<std::pair<int32_t, int32_t>> lengths;
  for (int32_t i = 1; i <= 200; ++i) lengths.push_back({i, 5});
  OwnedSizes sizes = pair_sizes(lengths);
  IndexedCorpus corpus;
  corpus.name = "a\xff";
  corpus.lines = 1'234'567;
  corpus.weight = 0.5;
  corpus.columns = {{400, 1, {}}, {}, {}};
  DataReport report;
  report.schema = pair_schema(8'000);
  report.train.push_back(report_of(corpus, sizes.view()));
  IndexedCorpus nothing;
  nothing.columns.resize(3);
  report.dev = report_of(nothing, OwnedSizes(report.schema).view());
  EXPECT_EQ(report.train[0].columns[kSource].lengths, (std::array<int64_t, 5>{1, 100, 180, 198, 200}));
  EXPECT_EQ(report.train[0].columns[kTarget].lengths, (std::array<int64_t, 5>{5, 5, 5, 5, 5}));
  std::vector<std::string> lines = report_lines(report);
  EXPECT_CONTAINS(lines[0], "weight 0.5: 1,234,567 lines");
  EXPECT_CONTAINS(lines[1], "source: 0.25% unknown; length min 1, half ≤ 100, 90% ≤ 180, 99% ≤ 198, max 200");
  EXPECT_EQ(lines.size(), 7U) << "links have no line";
  EXPECT_EQ(lines.back(), "vocabulary: source 8,000, target 8,000 tokens");
  EXPECT_CONTAINS(report_json(report), "\"unknown\": 0.0025");
}

// A text and its class: how often each class occurs is what a user must see of it.
TEST(DataReport, CountsClassesByName) {
  DataReport report;
  report.schema = {
      {{.name = "text", .size = 50},
       {.name = "label", .kind = ColumnKind::classes, .input = false, .size = 2, .sequence = false}}};
  report.classes = {"no", "yes"};
  IndexedCorpus corpus;
  corpus.columns = {{}, {3'611, 0, {1, 3'610}}};
  report.train.push_back(report_of(corpus, OwnedSizes(report.schema).view()));
  report.dev = report.train[0];
  std::vector<std::string> lines = report_lines(report);
  EXPECT_EQ(lines[2], "  label: no 1, yes 3,610");
  EXPECT_EQ(lines.back(), "vocabulary: text 50 tokens");
  EXPECT_CONTAINS(report_json(report), "\"yes\": 3610");
}

}  // namespace
}  // namespace heed
