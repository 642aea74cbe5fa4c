#include "heed/data/alignment.h"

#include <gtest/gtest.h>

#include "heed/base/error.h"
#include "heed/base/files.h"
#include "heed/data/corpus.h"
#include "message.h"
#include "temporary_directory.h"

namespace heed {
namespace {

using Pairs = std::vector<WordLink>;

Record record_of(const std::string& alignment) {
  return {{"a b\tc", "x  y"}, "f", 7, alignment};
}

std::string refused(const std::string& alignment) {
  return message_of<InputError>([&] { aligned_words(record_of(alignment), "f:7"); });
}

TEST(Alignment, IsReadAsMosesWritesIt) {
  EXPECT_EQ(aligned_words(record_of("2-0 0-1\t0-0 2-0 "), ""), (Pairs{{0, 0}, {0, 1}, {2, 0}}));
  EXPECT_EQ(aligned_words(record_of(""), ""), Pairs{});
  EXPECT_EQ(aligned_words(record_of("  "), ""), Pairs{});
}

TEST(Alignment, CountsPossibleLinksAsAny) {
  EXPECT_EQ(aligned_words(record_of("0?1 2-0"), ""), (Pairs{{0, 1}, {2, 0}}));
}

TEST(Alignment, ThatIsMalformedIsRefusedWithWhatWasFound) {
  for (const char* text :
       {"0-", "a-b", "-1", "0", "0-0-0", "0--1", "-0-1", "0-1x", "0,1", "0-99999999999", "+0-1"}) {
    EXPECT_CONTAINS(refused(std::string("0-0 ") + text), "f:7: expected links such as 0-0");
    EXPECT_CONTAINS(refused(text), std::string("found '") + text + "'");
  }
  EXPECT_LT(refused(std::string(1'000'000, 'x')).size(), 200U);
}

TEST(Alignment, OfWordsThatAreNotThereIsRefused) {
  EXPECT_CONTAINS(refused("0-0 3-1"), "f:7: expected links of 3 source and 2 target words, as f:7 has them");
  EXPECT_CONTAINS(refused("0-0 3-1"), "found 3-1; words are what white space separates, counted from 0");
  EXPECT_CONTAINS(refused("0-2"), "3 source and 2 target words, as f:7 has them, found 0-2");
}

class AlignedCorpus : public testing::Test {
 protected:
  AlignedCorpus() { options_.dir = folder_.path().string(); }
  void write(const std::string& name, const std::string& text) { write_file(folder_ / name, text); }
  std::vector<Record> read(const std::vector<std::string>& files) {
    options_.train = {{files, 1, "align"}};
    return load_corpus(options_, Split::train, {2, {"source", "target"}, true});
  }
  TemporaryDirectory folder_;
  DataOptions options_;
};

TEST_F(AlignedCorpus, HasALineForEachRecordOfAnyFormat) {
  write("align", "0-0\n\n0-1 1-0\n");
  write("t.tsv", "a\tb\nc\td\ne f\tg h\n");
  write("t.csv", "source,target\na,b\n\n\"c\nc\",d\ne f,g h\n");
  write("t.jsonl",
        "{\"source\":\"a\",\"target\":\"b\"}\n\n{\"source\":\"c\",\"target\":\"d\"}\n"
        "{\"source\":\"e f\",\"target\":[\"g h\",\"i\"]}\n");
  write("s", "a\nc\ne f\n");
  write("t", "b\nd\ng h\n");
  for (const std::vector<std::string>& files :
       std::vector<std::vector<std::string>>{{"t.tsv"}, {"t.csv"}, {"t.jsonl"}, {"s", "t"}}) {
    std::vector<Record> records = read(files);
    ASSERT_EQ(records.size(), 3U);
    EXPECT_EQ(records[0].alignment, "0-0");
    EXPECT_EQ(records[1].alignment, "");
    EXPECT_EQ(records[2].alignment, "0-1 1-0");
  }
  EXPECT_EQ(train_corpora(options_, {2, {"source", "target"}, true})[0].files.size(), 3U);
}

TEST_F(AlignedCorpus, OfAnotherLengthIsRefusedWithBothCounts) {
  write("t.tsv", "a\tb\na\tb\na\tb\n");
  write("align", "0-0\n");
  EXPECT_CONTAINS(message_of<InputError>([&] { read({"t.tsv"}); }),
                  "align: expected 3 lines, one for each record of ");
  EXPECT_CONTAINS(message_of<InputError>([&] { read({"t.tsv"}); }), "t.tsv, found 1; an alignment must have");
  write("align", "0-0\n0-0\n0-0\n\n\n");
  EXPECT_CONTAINS(message_of<InputError>([&] { read({"t.tsv"}); }), "found 5;");
}

TEST_F(AlignedCorpus, IsRefusedWithTheAlignmentsOwnLine) {
  write("t.jsonl", "\n\n{\"source\":\"a\",\"target\":\"b\"}\n");
  write("align", "0-1\n");
  EXPECT_CONTAINS(message_of<InputError>([&] { read({"t.jsonl"}); }),
                  "align:1: expected links of 1 source and 1 target words");
  fs::remove(folder_ / "align");
  EXPECT_CONTAINS(message_of<FileError>([&] { read({"t.jsonl"}); }), "align: No such file");
}

TEST_F(AlignedCorpus, MayBeWhatIsHeldOut) {
  write("dev.tsv", "a\tb\n");
  write("align", "0-0\n");
  options_.dev.alignment = "align";
  EXPECT_EQ(load_corpus(options_, Split::dev, {2, {"source", "target"}, true})[0].alignment, "0-0");
}

}  // namespace
}  // namespace heed
