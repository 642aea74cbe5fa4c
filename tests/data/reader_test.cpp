#include "heed/data/reader.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "data/gzipped.h"
#include "heed/base/error.h"
#include "heed/base/files.h"
#include "heed/data/corpus.h"
#include "heed/data/text_file.h"
#include "message.h"
#include "temporary_directory.h"

namespace heed {
namespace {

using namespace std::string_literals;
using Texts = std::vector<std::string>;

const Columns kPair = {2, {"source", "target"}, true};

class Records : public testing::Test {
 protected:
  std::string write(const std::string& name, const std::string& bytes) {
    write_file(folder_ / name, bytes);
    return (folder_ / name).string();
  }
  std::vector<Record> read(const std::string& name, const std::string& bytes,
                           const Columns& columns = kPair) {
    Texts files = {write(name, bytes)};
    return read_records(files, columns);
  }
  template <class E = InputError>
  std::string message(const std::string& name, const std::string& bytes, const Columns& columns = kPair) {
    return message_of<E>([&] { read(name, bytes, columns); });
  }
  template <class E = InputError>
  std::string message(const Texts& files) {
    return message_of<E>([&] { read_records(files, kPair); });
  }
  TemporaryDirectory folder_;
};

TEST_F(Records, AreTheSameInEveryFormat) {
  std::vector<Texts> corpora = {
      {write("t.tsv", "a\tb\r\nc\td")},
      {write("bom.tsv",
             "\xEF\xBB\xBF"
             "a\tb\nc\td\n")},
      {write("t.tsv.gz", gzipped("a\tb\nc\td\n"))},
      {write("no-name", gzipped("a\tb\n") + gzipped("c\td\n"))},
      {write("plain.gz", "a\tb\nc\td\n")},
      {write("s", "a\nc\n"), write("t", "b\r\nd")},
      {write("s.gz", gzipped("a\nc")), write("t2", "b\nd\n")},
      {write("t.csv", "id,target,source\n1,b,a\n2,d,c\n")},
      {write("t.csv.gz", gzipped("source,target\r\n\"a\",\"b\"\r\nc,d\r\n"))},
      {write(
          "t.jsonl",
          "{\"source\": \"a\", \"target\": \"b\"}\n\n{\"target\": [\"d\"], \"source\": \"c\", \"n\": 1}\n")},
  };
  for (const Texts& files : corpora) {
    auto records = read_records(files, kPair);
    ASSERT_EQ(records.size(), 2U) << files[0];
    EXPECT_EQ(records[0].columns, (Texts{"a", "b"})) << files[0];
    EXPECT_EQ(records[1].columns, (Texts{"c", "d"})) << files[0];
    EXPECT_EQ(records[1].file, files[0]);
  }
  EXPECT_EQ(read_records(corpora[0], kPair)[1].line, 2);
  EXPECT_EQ(read_records(corpora[7], kPair)[1].line, 3);
}

TEST_F(Records, MayHaveSeveralReferences) {
  EXPECT_EQ(read("r.tsv", "a\tb\tc\t\td\n")[0].columns, (Texts{"a", "b", "c", "d"}));
  EXPECT_EQ(read("r.jsonl", R"({"source": "a", "target": ["b", "c"]})")[0].columns, (Texts{"a", "b", "c"}));
  Texts files = {write("s", "a\nx\n"), write("t", "b\ny\n"), write("u", "c\n\n")};
  EXPECT_EQ(read_records(files, kPair)[0].columns, (Texts{"a", "b", "c"}));
  EXPECT_EQ(read_records(files, kPair)[1].columns, (Texts{"x", "y"}));
  EXPECT_EQ(read("n.csv", "q,r1,r2\na,b,c\n", {2, {"q", "r1", "r2"}, true})[0].columns,
            (Texts{"a", "b", "c"}));
  Columns alone = {2, {"source", "target"}, false};
  EXPECT_CONTAINS(message("r.tsv", "a\tb\tc\n", alone), "expected 2 columns separated by tabs, found 3");
}

TEST_F(Records, OfCsvMayHoldCommasQuotesAndNewlines) {
  auto records = read("q.csv", "source,target\n\"a, \"\"b\"\"\",\"c\r\n\nd\"\n\nx\"y,\n\"\",\"e\"\n");
  ASSERT_EQ(records.size(), 3U);
  EXPECT_EQ(records[0].columns, (Texts{"a, \"b\"", "c\n\nd"}));
  EXPECT_EQ(records[0].line, 2);
  EXPECT_EQ(records[1].columns, (Texts{"x\"y", ""}));
  EXPECT_EQ(records[1].line, 6);
  EXPECT_EQ(records[2].columns, (Texts{"", "e"}));
}

// What a task of tags has: words and, beside each, its tag.
const Columns kTags = {2, {"words", "tags"}, false};

TEST_F(Records, OfConllAreSentencesWithTheFirstAndTheLastField) {
  std::string bytes = "\n\nThe DT O\r\ncat  NN\tB-X\n\n\n  \nHi UH O";
  std::vector<Record> records = read("a.conll", bytes, kTags);
  ASSERT_EQ(records.size(), 2U);
  EXPECT_EQ(records[0].columns, (Texts{"The cat", "O B-X"}));
  EXPECT_EQ(records[0].line, 3);
  EXPECT_EQ(records[1].columns, (Texts{"Hi", "O"}));
  EXPECT_EQ(records[1].line, 8);
  EXPECT_EQ(read("a.conll.gz", gzipped(bytes), kTags).size(), 2U);
  Columns label_first = {2, {"tags", "words"}, false, {1}};
  EXPECT_EQ(read("a.conll", bytes, label_first)[0].columns, (Texts{"O B-X", "The cat"}));
}

TEST_F(Records, OfMalformedConllAreRefused) {
  EXPECT_CONTAINS(message("a.conll", "The O\ncat\n", kTags),
                  "a.conll:2: expected a token and its tag, found 'cat' alone");
  EXPECT_CONTAINS(message("b.conll", "\n \n", kTags), "b.conll: expected at least one line");
  EXPECT_CONTAINS(message<OptionError>("c.conll", "a b c\n", {3, {"a", "b", "c"}, false}), "use .jsonl");
  EXPECT_CONTAINS(message<OptionError>({write("d.conll", "a b\n"), write("e.conll", "a b\n")}),
                  "give it alone");
}

// Standard input of a model: what is not an input is neither needed nor read.
TEST_F(Records, OfStandardInputAreTheInputsAlone) {
  auto read_open = [&](const std::string& format, const std::string& bytes, const Columns& columns) {
    int descriptor = ::open(write("in", bytes).c_str(), O_RDONLY);
    std::vector<Record> records;
    std::string message;
    try {
      records = read_all(*open_inputs(format, descriptor, columns));
    } catch (const InputError& error) {
      message = error.what();
    }
    EXPECT_EQ(::close(descriptor), 0) << "it stays open";
    return std::pair(records, message);
  };
  Columns inference = {3, {"label", "premise", "hypothesis"}, false, {1, 2}};
  for (auto [format, bytes] : {std::pair("jsonl", R"({"hypothesis": "b", "premise": "a", "label": 7})"),
                               std::pair("csv", "hypothesis,id,premise\nb,1,a\n")}) {
    auto [records, message] = read_open(format, bytes, inference);
    ASSERT_EQ(records.size(), 1U) << message;
    EXPECT_EQ(records[0].columns, (Texts{"", "a", "b"}));
    EXPECT_EQ(input_text(records[0], inference), "a\tb");
    EXPECT_TRUE(answer_texts(records[0], inference).empty());
  }
  EXPECT_EQ(read_open("conll", "The\ncat O\n\nHi\n", kTags).first[0].columns, (Texts{"The cat"}));
  EXPECT_CONTAINS(read_open("jsonl", "{\"premise\": \"a\"}\n", inference).second,
                  "standard input:1: expected the key 'hypothesis', found 'premise'");
  EXPECT_CONTAINS(read_open("csv", "premise\na\n", inference).second,
                  "standard input:1: expected a column 'hypothesis'");
  for (const char* format : {"conll", "jsonl"}) {
    auto [records, message] = read_open(format, "", kTags);
    EXPECT_EQ(records.size(), 0U) << "nothing in is nothing out";
    EXPECT_EQ(message, "");
  }
}

TEST_F(Records, AreRefusedWithFileLineAndRemedy) {
  EXPECT_CONTAINS(message("a", "x\ty\nx\n"), "a:2: expected 2 or more columns separated by tabs, found 1");
  EXPECT_CONTAINS(message("b", "x\ty\n\xff\ty\n"),
                  "b:2: expected UTF-8, found an invalid byte at position 1");
  EXPECT_CONTAINS(message("c", "x\ty\0\n"s), "c:1: expected text, found a NUL");
  EXPECT_CONTAINS(message("d", ""), "d: expected at least one line");
  EXPECT_CONTAINS(message("d.gz", gzipped("")), "d.gz: expected at least one line");
  EXPECT_CONTAINS(message("d.csv", "source,target\n"), "d.csv: expected at least one line");
  EXPECT_CONTAINS(message({write("e", "1\n2\n3\n"), write("f", "1\n")}), "f: expected 3 lines, as in ");
  EXPECT_CONTAINS(message({write("e", "1\n"), write("f", "1\n2\n3\n")}), "found 3; parallel files");
  EXPECT_CONTAINS(message({write("e", "1\n"), write("f", "")}), "f: expected 1 lines");
  EXPECT_CONTAINS(message<FileError>({(folder_ / "nowhere").string()}), "nowhere: No such file");
  EXPECT_CONTAINS(message<FileError>({folder_.path().string()}), "it is a directory; expected a file");
  EXPECT_CONTAINS(message<OptionError>({write("e.csv", ""), write("f.csv", "")}), "give it alone");
}

TEST_F(Records, OfDamagedGzipAreRefused) {
  std::string text;
  for (int i = 0; i < 5000; ++i) text += std::to_string(i * 7919 % 5000) + "\tb\n";
  std::string whole = gzipped(text);
  EXPECT_EQ(read("w.gz", whole).size(), 5000U);
  for (std::size_t cut :
       {whole.size() - 1, whole.size() - 8, whole.size() / 2, std::size_t{12}, std::size_t{2}}) {
    EXPECT_CONTAINS(message<FileError>("w.gz", whole.substr(0, cut)),
                    "w.gz: the gzip file is cut off or damaged")
        << cut;
  }
  whole[whole.size() / 2] ^= 0x55;
  EXPECT_CONTAINS(message<FileError>("w.gz", whole), "cut off or damaged");
}

TEST_F(Records, OfMalformedJsonlAreRefused) {
  EXPECT_CONTAINS(message("a.jsonl", "{\"source\": \"a\", \"target\": \"b\"}\n{\"source\": \"a\",}\n"),
                  "a.jsonl:2: expected a JSON object, found something that is no JSON at byte 16");
  EXPECT_CONTAINS(message("b.jsonl", "[1]\n"), "b.jsonl:1: expected a JSON object");
  EXPECT_CONTAINS(
      message("c.jsonl", "{\"src\": \"a\", \"tgt\": \"b\"}\n"),
      "c.jsonl:1: expected the key 'source', found 'src', 'tgt'; name the columns with data.columns");
  EXPECT_CONTAINS(message("d.jsonl", "{\"source\": 1, \"target\": \"b\"}\n"),
                  "expected text for 'source', found number");
  EXPECT_CONTAINS(message("e.jsonl", "{\"source\": [\"a\"], \"target\": \"b\"}\n"), "found array");
  EXPECT_CONTAINS(message("f.jsonl", "{\"source\": \"a\", \"target\": []}\n"), "found array");
  EXPECT_CONTAINS(message("g.jsonl", "{\"source\": \"a\\u0000\", \"target\": \"\"}\n"), "NUL");
}

TEST_F(Records, OfMalformedCsvAreRefused) {
  EXPECT_CONTAINS(message("a.csv", "source,target\na,\"b\nc,d\n"),
                  "a.csv:2: a quote is opened here and never closed");
  EXPECT_CONTAINS(message("b.csv", "source,target\n\"a\"b,c\n"), "b.csv:2: expected a comma");
  EXPECT_CONTAINS(message("c.csv", "source,target\na,b,c\n"),
                  "c.csv:2: expected 2 values, as in the first row, found 3");
  EXPECT_CONTAINS(message("d.csv", "src,tgt\na,b\n"),
                  "d.csv:1: expected a column 'source' in the first row, found 'src', 'tgt'");
  EXPECT_CONTAINS(message("e.csv", "source,target,source\na,b,c\n"), "'source' stands there twice");
}

TEST_F(Records, OfTenMegabytesAreReadInOnePiece) {
  std::string big(10'000'000, 'x');
  EXPECT_EQ(read("big.tsv", big + "\ty\n")[0].columns[0].size(), big.size());
  EXPECT_EQ(read("big.csv", "source,target\n\"" + big + "\",y\n")[0].columns[0].size(), big.size());
  std::string lines;
  for (int i = 0; i < 200'000; ++i) lines += "\"\"\n";
  EXPECT_EQ(read("lines.csv", "source,target\n\"" + lines + "\",y\n")[0].columns[0].size(), 400'000U);
}

TEST_F(Records, ThatAreLongerThanAnyLineAreRefused) {
  std::string longest(kLongestLine - 2, 'x');
  EXPECT_EQ(read("a.tsv", longest + "\ty\n").size(), 1U);
  EXPECT_CONTAINS(message("b.tsv", "x\ty\n" + longest + "\tyy\n"),
                  "b.tsv:2: expected lines of at most 16 MiB, found a longer one");
  EXPECT_CONTAINS(message("c.csv", "source,target\n\"" + longest + "\n\n\nx"),
                  "c.csv:2: expected rows of at most 16 MiB");
  EXPECT_CONTAINS(message("d.csv", "source,target\n\"" + longest.substr(4) + "\",\"\n\n\nx\""),
                  "d.csv:2: expected rows of at most 16 MiB");
}

TEST_F(Records, WithManyEmptyReferencesTakeNoLongerThanTheirBytes) {
  std::string line = "a\tb";
  for (int i = 0; i < 300'000; ++i) line += "\tx\t";
  EXPECT_EQ(read("a.tsv", line + "\n")[0].columns.size(), 300'002U);
}

TEST_F(Records, OfNoTextAreRefusedWithTheCommandThatMakesOne) {
  EXPECT_CONTAINS(message("a", "\x28\xB5\x2F\xFD rest"), "a: expected text, found zstd; decompress it first");
  EXPECT_CONTAINS(message("b", "\xFF\xFEx\0"s), "b:1: expected UTF-8, found UTF-16; convert the file");
  EXPECT_CONTAINS(message("c", "\0x\0\t\0y\0\n"s), "iconv -f UTF-16BE -t UTF-8");
  EXPECT_CONTAINS(message("d.gz", gzipped("x\0\t\0y\0\n\0"s)), "iconv -f UTF-16LE -t UTF-8");
}

TEST_F(Records, OfARecipeComeFromItsDirectoryOrItsGenerator) {
  write("train.tsv", "a\tb\n");
  DataOptions options;
  EXPECT_CONTAINS(message_of<OptionError>([&] { load_corpus(options, Split::train, kPair); }), "--data DIR");
  options.generator = DatesOptions{};
  EXPECT_EQ(load_corpus(options, Split::dev, kPair).size(), 2'000U);
  options.dir = folder_.path().string();
  EXPECT_EQ(load_corpus(options, Split::train, kPair).size(), 1U);
  EXPECT_THROW(load_corpus(options, Split::dev, kPair), FileError);
}

TEST_F(Records, OfSeveralCorporaKeepTheirWeights) {
  write("a.tsv", "a\tb\n");
  write("b.jsonl", "{\"x\": \"c\", \"y\": \"d\"}\n");
  DataOptions options;
  options.dir = folder_.path().string();
  options.train = {{{"a.tsv"}, 1}, {{"b.jsonl"}, 0.5}};
  options.columns = {"x", "y"};
  auto corpora = train_corpora(options, kPair);
  ASSERT_EQ(corpora.size(), 2U);
  EXPECT_EQ(corpora[1].weight, 0.5);
  EXPECT_EQ(load_corpus(options, Split::train, kPair)[1].columns, (Texts{"c", "d"}));
  options.columns = {"x"};
  EXPECT_CONTAINS(message_of<OptionError>([&] { train_corpora(options, kPair); }),
                  "data.columns: expected 2 or more names");
  options.train.clear();
  EXPECT_THROW(train_corpora(options, kPair), OptionError);
}

}  // namespace
}  // namespace heed
