// Data as strangers send it: refused with file and line before anything is written.
#include "program.h"

namespace heed {
namespace {

using namespace std::string_literals;

class Data : public Program {
 protected:
  // Trains on d/train.tsv and d/dev.tsv; the other file of the two is good.
  void expect_bad_file(const std::string& name, const std::string& bytes, const Words& parts) {
    for (const char* file : {"train.tsv", "dev.tsv"})
      write(std::string("d/") + file, "3 May\t05-03\n4 May\t05-04\n");
    write("d/" + name, bytes);
    expect_refused(1, train_on("d"), parts);
  }
  static Words train_on(const std::string& folder) {
    return Words{"train", kRecipe, "--out", "model", "--data", folder} + tiny(2);
  }
  static Words eval_on(const Words& files) { return Words{"eval", tiny_model().string(), "--data"} + files; }
};

TEST_F(Data, AMissingDirectoryOrFileIsNamedWithWhatWasExpectedThere) {
  expect_refused(1, train_on("nowhere"), {"nowhere", "train.tsv", "dev.tsv"});
  fs::create_directory(folder_ / "empty");
  expect_refused(1, train_on("empty"), {"empty/train.tsv", "No such file"});
  write("half/train.tsv", "3 May\t05-03\n");
  expect_refused(1, train_on("half"), {"half/dev.tsv", "No such file"});
  write("train.tsv", "3 May\t05-03\n");
  expect_refused(1, train_on("train.tsv"), {"train.tsv", "directory"});
}

TEST_F(Data, AWrongNumberOfColumnsIsNamedWithItsLine) {
  expect_bad_file("train.tsv", "3 May\t05-03\n4 May\n", {"d/train.tsv:2", "2 or more columns", "found 1"});
  expect_bad_file("dev.tsv", "3 May\n", {"d/dev.tsv:1", "2 or more columns", "found 1"});
}

TEST_F(Data, BytesThatAreNoTextAreNamedWithTheirLine) {
  expect_bad_file("train.tsv", "3 May\t05-03\n4 M\xff y\t05-04\n", {"d/train.tsv:2", "UTF-8", "position 4"});
  expect_bad_file("dev.tsv", "3 May\t05-03\n4 M\0y\t05-04\n"s, {"d/dev.tsv:2", "NUL"});
}

TEST_F(Data, AnEmptyFileIsRefused) {
  expect_bad_file("train.tsv", "", {"d/train.tsv", "empty file"});
}

TEST_F(Data, AFileWhoseEveryLineLacksASideIsRefusedInOneLine) {
  expect_bad_file("train.tsv", "\t05-03\n4 May\t\n", {"d/train.tsv", "every line has an empty side"});
}

TEST_F(Data, LinesWithAnEmptySideAreLeftOutAndCounted) {
  write("d/train.tsv", "3 May\t05-03\r\n\t05-04\r\n5 May\t05-05");
  write("d/dev.tsv", "3 May\t05-03\n");
  Ran ran = heed(train_on("d"));
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.err.find("heed: warning: 1 lines of d/train.tsv"), std::string::npos) << ran.err;
  EXPECT_EQ(read_file(folder_ / "model/source.vocab.txt").find("\\r"), std::string::npos)
      << "CRLF is not text";
}

TEST_F(Data, LongLinesAreCutAndTheFirstOfThemNamed) {
  std::string lines = std::string(10'000'000, 'x') + "\t05-03\n3 May\t05-03\n";
  for (int i = 0; i < 4; ++i) lines += std::string(60, 'y') + "\t05-03\n";
  write("d/train.tsv", lines);
  write("d/dev.tsv", "3 May\t05-03\n");
  Ran ran = heed(train_on("d") + Words{"--set", "task.max_length=50"});
  EXPECT_EQ(ran.code, 0) << ran.err.substr(0, 2000);
  for (const char* part : {"d/train.tsv:1: its source is longer than task.max_length",
                           "d/train.tsv:4: its source is longer", "2 more lines of d/train.tsv"})
    EXPECT_NE(ran.err.find(part), std::string::npos) << ran.err.substr(0, 2000);
  EXPECT_EQ(ran.err.find("d/train.tsv:5:"), std::string::npos);
}

TEST_F(Data, FilesThatAreNamedAreUsedAndNotTheGenerator) {
  write("mine.tsv", "ab\tba\ncd\tdc\n");
  Words files = {"--set", "data.train=mine.tsv", "--set", "data.dev=mine.tsv"};
  Ran ran = heed(Words{"train", kRecipe, "--out", "m"} + tiny(2) + files);
  EXPECT_EQ(ran.code, 0);
  EXPECT_NE(ran.err.find("train mine.tsv: 2 lines"), std::string::npos) << ran.err;
  expect_refused(1,
                 Words{"train", kRecipe, "--out", "n"} + tiny(2) + Words{"--set", "data.train=nowhere.tsv"},
                 {"nowhere.tsv"});
}

TEST_F(Data, LinesOfSpacesAreLeftOutToo) {
  write("mine.tsv", "a b\tb a\n  \tx\nx\t \nc d\td c\n");
  Words options = {"--set", "data.train=mine.tsv",    "--set", "data.dev=mine.tsv",
                   "--set", "task.source.type=words", "--set", "task.target.type=words"};
  Ran ran = heed(Words{"train", kRecipe, "--out", "m"} + tiny(2) + options);
  EXPECT_EQ(ran.code, 0);
  EXPECT_NE(ran.err.find("train mine.tsv: 4 lines, 2 left out"), std::string::npos) << ran.err;
}

TEST_F(Data, IsReportedBeforeTheTraining) {
  write("d/train.tsv", "3 May\t05-03\n\t05-04\n5 May\t05-05\n");
  write("d/dev.tsv", "7 May\t05-07\n");
  Ran ran = heed(train_on("d"));
  EXPECT_EQ(ran.code, 0) << ran.err;
  for (const char* part : {"train d/train.tsv: 3 lines, 1 left out, 0 cut", "dev d/dev.tsv: 1 lines",
                           "20.00% unknown", "vocabulary: source 10, target 8 tokens"})
    EXPECT_NE(ran.err.find(part), std::string::npos) << ran.err;
  EXPECT_TRUE(fs::exists(folder_ / "model/training/data.json"));
}

TEST_F(Data, ADirectoryIsTakenAsItIsNamedWhateverItsLetters) {
  Ran ran = heed(train_on("it's: #1 \\ {of} two") + Words{"--options"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find("data.dir = it's: #1 \\ {of} two "), std::string::npos) << ran.out;
}

TEST_F(Data, EveryFormatIsTrainedAndScored) {
  write("d/a.tsv", "3 May\t05-03\tMay 3\n4 May\t05-04\n");
  write("d/b.src", "5 May\n");
  write("d/b.tgt", "05-05\r\n");
  write("d/c.csv", "to,from\n05-06,\"6 May, \"\"1999\"\"\"\n");
  write("d/dev.jsonl", "{\"from\": \"3 May\", \"to\": [\"05-03\", \"5-3\"]}\n");
  Words sets = {"--set", "data.train=[a.tsv, {files: [b.src, b.tgt], weight: 2.5}, c.csv]",
                "--set", "data.dev=dev.jsonl",
                "--set", "data.columns=[from, to]",
                "--set", "data.train.2.weight=0.5"};
  Ran ran = heed(train_on("d") + sets);
  ASSERT_EQ(ran.code, 0) << ran.err;
  for (const Words& files : {Words{}, Words{"--data", "d/c.csv"}, Words{"--data", "d/b.src", "d/b.tgt"}}) {
    Ran scored = heed(Words{"eval", "model"} + files);
    EXPECT_EQ(scored.code, 0) << scored.err;
    EXPECT_NE(scored.out.find("n:1"), std::string::npos) << scored.out;
  }
}

TEST_F(Data, PiecesAreLearntByTheTrainingAndUsedByTheModel) {
  std::string lines;
  for (int i = 1; i < 29; ++i) lines += std::to_string(i) + " May and June\t05-" + std::to_string(i) + "\n";
  write("d/train.tsv", lines);
  write("d/dev.tsv", lines);
  Words sets = {"--set", "task.joint=true"};
  for (const char* side : {"source", "target"}) {
    sets = sets + Words{"--set", std::string("task.") + side + "={type: sentencepiece, size: 30}"};
  }
  Ran ran = heed(train_on("d") + sets);
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_TRUE(fs::exists(folder_ / "model/joint.spm"));
  ran = heed({"run", "model"}, "3 May and June\n");
  EXPECT_EQ(ran.code, 0) << ran.err;
  write("few/train.tsv", "3 May\t05-03\n");
  write("few/dev.tsv", "3 May\t05-03\n");
  expect_refused(1,
                 Words{"train", kRecipe, "--out", "other", "--data", "few", "--set",
                       "task.source={type: sentencepiece, size: 6}"},
                 {"task.source.size", "expected at least", "character_coverage"});
}

TEST_F(Data, EvalRefusesFilesThatItCannotScore) {
  write("two", "3 May\n4 May\n");
  write("three", "05-03\n05-04\n05-05\n");
  write("table", "3 May\t05-03\n4 May\n");
  write("nul", "3 M\0y\t05-03\n"s);
  expect_refused(1, eval_on({"two", "three"}), {"three", "expected 2 lines", "found 3"});
  expect_refused(1, eval_on({"table"}), {"table:2", "2 or more columns", "found 1"});
  expect_refused(1, eval_on({"nul"}), {"nul:1", "NUL"});
  expect_refused(1, eval_on({"nowhere.tsv"}), {"nowhere.tsv", "No such file"});
  write("src.jsonl", "{\"src\": \"3 May\", \"target\": \"05-03\"}\n");
  expect_refused(1, eval_on({"src.jsonl"}), {"src.jsonl:1", "'source'", "'src', 'target'", "data.columns"});
  write("half.csv", "source,target\n\"3 May,05-03\n");
  expect_refused(1, eval_on({"half.csv"}), {"half.csv:2", "never closed"});
  expect_refused(2, eval_on({"two", "half.csv"}), {"half.csv", "give it alone"});
  expect_refused(1, eval_on({"."}), {"directory"});
}

}  // namespace
}  // namespace heed
