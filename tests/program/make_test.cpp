// `heed make`: the built-in data sets, as tables that other programs read.
#include "program.h"

namespace heed {
namespace {

class MakeVerb : public Program {
 protected:
  // What the program prints; it must not fail.
  std::string out(const Words& words) {
    Ran ran = heed(words);
    EXPECT_EQ(ran.code, 0) << joined(words) << ": " << ran.err;
    EXPECT_EQ(ran.err, "");
    return ran.out;
  }
  static int64_t lines_in(const std::string& text) { return std::count(text.begin(), text.end(), '\n'); }
};

TEST_F(MakeVerb, PrintsSourceTabTarget) {
  for (const char* type : {"dates", "reversal", "sorting", "numbers", "names", "aligned"}) {
    std::string text = out({"make", type, "--lines", "7"});
    EXPECT_EQ(lines_in(text), 7) << type;
    EXPECT_EQ(std::count(text.begin(), text.end(), '\t'), 7) << type;
    EXPECT_NE(text, out({"make", type, "--lines", "7", "--split", "dev"})) << type;
    EXPECT_EQ(text, out({"make", type, "--lines=7", "--split=train", "--seed=1"})) << type;
  }
}

TEST_F(MakeVerb, PrintsAsManyLinesAsARecipeHas) {
  EXPECT_EQ(lines_in(out({"make", "reversal", "--split", "dev"})), 2000);
}

TEST_F(MakeVerb, TakesTheOptionsOfTheSet) {
  EXPECT_EQ(out({"make", "sorting", "--symbols", "2", "--shortest", "5", "--longest", "5", "--repeats",
                 "--lines", "1"})
                .size(),
            20U);
  std::string line = out(
      {"make", "reversal", "--split", "dev", "--dev-shortest", "40", "--dev-longest", "40", "--lines", "1"});
  EXPECT_EQ(std::count(line.begin(), line.end(), ' '), 78);
  std::string help = out({"make", "aligned", "--help"});
  EXPECT_NE(help.find("--dev-longest"), std::string::npos) << help;
  EXPECT_EQ(help.find("--dev-lines"), std::string::npos) << help;
  EXPECT_NE(out({"make", "--help"}).find("dates, reversal, sorting, numbers, names, aligned"),
            std::string::npos);
}

TEST_F(MakeVerb, WritesAlignmentsThatATrainingReads) {
  std::string text = out({"make", "aligned", "--lines", "5", "--alignment", "train.align"});
  write("train.tsv", text);
  EXPECT_EQ(lines_in(read_file(folder_ / "train.align")), 5);
  write("dev.tsv", "a\tb\n");
  Words train = Words{"train",  kRecipe,
                      "--out",  "model",
                      "--data", ".",
                      "--set",  "data.train=train.tsv",
                      "--set",  "data.train.0.alignment=train.align"} +
                tiny(2);
  Ran ran = heed(train);
  EXPECT_EQ(ran.code, 0) << ran.err;
  fs::remove_all(folder_ / "model");
  write("train.align", "0-0\n");
  expect_refused(1, train, {"./train.align: expected 5 lines", "found 1"});
  write("train.align", "0-0\n0-0\n0-99\n0-0\n0-0\n");
  expect_refused(1, train, {"./train.align:3: expected links of", "-99"});
}

TEST_F(MakeVerb, RefusesWhatItCannotMake) {
  expect_refused(2, {"make"}, {"expected a set first", "dates, reversal"});
  expect_refused(2, {"make", "reversl"}, {"found 'reversl'", "did you mean 'reversal'?"});
  expect_refused(2, {"make", "none"}, {"found 'none'"});
  expect_refused(2, {"make", "reversal", "--symbols", "1"}, {"--symbols", "2 to 100000"});
  expect_refused(2, {"make", "reversal", "--split", "test"}, {"--split", "train, dev"});
  expect_refused(2, {"make", "reversal", "--shortest", "30"},
                 {"shortest to be at most longest", "30 and 16"});
  expect_refused(2, {"make", "reversal", "--alignment", "a"}, {"--alignment", "such as aligned", "reversal"});
  expect_refused(1, {"make", "aligned", "--alignment", "nowhere/a"}, {"nowhere"});
  expect_refused(2, {"make", "dates", "--longest", "3"}, {"--longest"});
}

}  // namespace
}  // namespace heed
