// Input that is made to harm, or that is not what it is called: refused in one line, in bounded memory and
// time.
#include "data/gzipped.h"
#include "program.h"

namespace heed {
namespace {

#ifdef __SANITIZE_ADDRESS__  // which keeps 256 MB of freed memory to find late uses of it
constexpr int64_t kSanitizerMegabytes = 400;
#else
constexpr int64_t kSanitizerMegabytes = 0;
#endif

using namespace std::string_literals;

class HostileInput : public Program {
 protected:
  static Words eval_on(const std::string& file) { return {"eval", tiny_model().string(), "--data", file}; }
  static Words train_on(const std::string& folder) {
    return Words{"train", kRecipe, "--out", "model", "--data", folder} + tiny(2);
  }
  static Words run() { return {"run", tiny_model().string()}; }
};

TEST_F(HostileInput, AJsonLineNestedWithoutEndIsNamedAndNotFollowed) {
  std::string good = "{\"source\": \"3 May\", \"target\": \"05-03\"}\n", nested(200'000, '[');
  std::string line = "{\"source\": \"3 May\", \"target\": \"05-03\", \"more\": " + nested +
                     std::string(nested.size(), ']') + "}\n";
  write("deep.jsonl", good + line);
  expect_refused(1, eval_on("deep.jsonl"), {"deep.jsonl:2", "nested deeper than 100"});
  write("deep-columns.jsonl", good + "{\"source\": \"x\", \"target\": " + nested + "\n");
  expect_refused(1, eval_on("deep-columns.jsonl"), {"deep-columns.jsonl:2", "nested deeper than 100"});
  Words files = {"--set", "data.train=deep.jsonl", "--set", "data.dev=deep.jsonl"};
  expect_refused(1, train_on(".") + files, {"deep.jsonl:2", "nested deeper than 100"});
}

TEST_F(HostileInput, BracketsInsideAStringAreText) {
  std::string brackets(500, '[');
  write("text.jsonl", "{\"source\": \"\\\"" + brackets + "\", \"target\": \"" + brackets + "\"}\n");
  Ran ran = heed(eval_on("text.jsonl"));
  EXPECT_EQ(ran.code, 0) << ran.err;
}

TEST_F(HostileInput, ALineThatUnpacksToMoreThanAnyLineHasIsNamedInLittleMemory) {
  std::string bomb = gzipped("3 May\t05-03\n" + std::string(64'000'000, 'a'));
  ASSERT_LT(bomb.size(), 1'000'000u);
  write("d/train.tsv", bomb);
  write("d/dev.tsv", bomb);
  write("quotes.csv.gz", gzipped("source,target\n\"" + std::string(64'000'000, '\n')));
  write("references", "05-03\n05-03\n");
  struct Reading {
    Words words;
    std::string where;
  };
  for (const auto& [words, where] :
       std::vector<Reading>{{eval_on("d/dev.tsv"), "d/dev.tsv:2"},
                            {eval_on("d/dev.tsv") + Words{"d/dev.tsv"}, "d/dev.tsv:2"},
                            {eval_on("quotes.csv.gz"), "quotes.csv.gz:2"},
                            {train_on("d"), "d/train.tsv:2"},
                            {{"score", "bleu", "d/dev.tsv"}, "d/dev.tsv:2"},
                            {{"score", "bleu", "references", "--hypothesis", "d/dev.tsv"}, "d/dev.tsv:2"}}) {
    SCOPED_TRACE(joined(words));
    Ran ran = heed(words);
    expect_refusal(ran, 1, {where, "at most 16 MiB"});
    EXPECT_LT(ran.peak_megabytes, 300 + kSanitizerMegabytes);
  }
  expect_refusal(heed({"score", "bleu", "references"}, bomb), 1, {"standard input:2", "at most 16 MiB"});
}

// A model that copies could write such a word again for each token of its output.
TEST_F(HostileInput, AnEnormousWordIsNotCopiedAgainAndAgain) {
  Words train = {"train", HEED_RECIPES "/names.yml", "--out", "copies"};
  for (const char* setting :
       {"model.encoder.width=8", "model.embedding.width=8", "model.decoder.width=16",
        "model.decoder.readout=8", "model.attention.score.width=8", "data.generator.lines=200",
        "data.generator.dev_lines=10", "training.batch_tokens=400", "training.updates=20",
        "task.source.min_count=2", "task.target.min_count=2"})
    train = train + Words{"--set", setting};
  Ran ran = heed(train);
  ASSERT_EQ(ran.code, 0) << ran.err;
  for (const Words& flags : {Words{}, Words{"--format", "nbest", "--beam", "10", "--n-best", "10"},
                             Words{"--attention", "a.json", "--beam", "10", "--n-best", "10"},
                             Words{"--attention", "a.json", "--level", "words", "--alignment", "hard"}}) {
    ran = heed(
        Words{"run", "copies", "--set", "search.max_extra=1000", "--set", "search.min_length=50"} + flags,
        std::string(8'000'000, 'x') + "\nshort\n");
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_LT(ran.out.size(), 2'000'000u);
    EXPECT_LT(ran.peak_megabytes, 400 + kSanitizerMegabytes);
  }
}

TEST_F(HostileInput, WhatIsCompressedOrUtf16OnStandardInputIsRefusedWithTheCommandThatReadsIt) {
  std::string wide;
  for (char c : "3 May 1998\n4 May 1998\n"s) wide += c + "\0"s;
  struct Found {
    std::string input;
    Words parts;
  };
  for (const auto& [input, parts] :
       std::vector<Found>{{gzipped("3 May\n"), {"gzip", "zcat"}},
                          {"\x28\xB5\x2F\xFD\x04\x00\x31\x00\x00"s, {"zstd", "zstd -dc"}},
                          {"\xFD"
                           "7zXZ\0\0\4"s,
                           {"xz", "xz -dc"}},
                          {"BZh91AY&SY\x12\x34"s, {"bzip2", "bzip2 -dc"}},
                          {"\xFF\xFE" + wide, {"UTF-16", "iconv -f UTF-16 -t UTF-8"}},
                          {wide, {"UTF-16", "iconv -f UTF-16LE -t UTF-8"}}}) {
    expect_refused(1, run(), Words{"standard input", "expected"} + parts, input);
    write("file.tsv", input);
    if (parts[0] == "gzip") continue;  // files of it are read
    expect_refused(1, eval_on("file.tsv"), Words{"file.tsv"} + parts);
    write("references", "05-03\n");
    expect_refused(1, {"score", "bleu", "references"}, Words{"standard input"} + parts, input);
  }
  Ran ran = heed(run(), "BZh9 is a word\n");
  EXPECT_EQ(ran.code, 0) << ran.err;
}

TEST_F(HostileInput, ControlCharactersAreShownAndNotSentToTheTerminal) {
  Ran ran = heed({"look", tiny_model().string(), "3 \x1b[31mMay\x07", "--target", "\x1b]0;05\xC2\x9B"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  for (char c : {'\x1b', '\x07'}) EXPECT_EQ(ran.out.find(c), std::string::npos) << ran.out;
  EXPECT_EQ(ran.out.find("\xC2\x9B"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("3 ␛[31mMay␇\n"), std::string::npos) << ran.out;
  expect_refused(2, {"run", tiny_model().string(), "--beam", "\x1b[31m"}, {"found '␛[31m'"});
  expect_refused(1, {"run", "no\x1b[31mmodel"}, {"no␛[31mmodel"});
  write("bad\x1b.tsv", "3 May\t05-03\n\t05-04\n");
  ran = heed(eval_on("bad\x1b.tsv"));
  EXPECT_NE(ran.err.find("heed: warning: 1 lines of bad␛.tsv"), std::string::npos) << ran.err;
}

}  // namespace
}  // namespace heed
