// What a line is answered does not depend on the lines that it comes with, nor on the number of threads: a
// model that is barely trained, whose tokens are nearly as likely as each other, shows every difference.
#include <sys/stat.h>

#include "program.h"

namespace heed {
namespace {

class Batches : public Program {
 protected:
  // Sources from short to long: some take early values and some do not.
  static constexpr int kLines = 60;
  Batches() {
    const char* months[] = {"May", "September", "Feb", "December"};
    for (int i = 1; i <= kLines; ++i) {
      std::string date = std::to_string(i % 28 + 1) + " " + months[i % 4];
      if (i % 3 != 0) date += " " + std::to_string(1900 + i);
      lines_.push_back(i % 5 == 0 ? date + ", which was a day of the week like any other" : date);
      input_ += lines_.back() + "\n";
    }
    Words settings = {"--set", "model.encoder.width=64", "--set", "model.decoder.width=64"};
    Ran ran = heed(Words{"train", kRecipe, "--out", "m"} + tiny(50) + settings);
    if (ran.code != 0) throw std::runtime_error("the model could not be trained: " + ran.err);
    std::string pairs;
    for (const std::string& line : lines_) pairs += line + "\t19" + line.substr(0, 2) + "-05-1\n";
    write("pairs.tsv", pairs);
  }

  std::string exported(const std::string& precision, bool shortlist) {
    Words words = {"export", "m", "m.heed", "--precision", precision};
    if (shortlist) words = words + Words{"--shortlist", "pairs.tsv", "--shortlist-each", "3"};
    if (shortlist) words = words + Words{"--shortlist-frequent", "2"};
    Ran ran = heed(words);
    EXPECT_EQ(ran.code, 0) << ran.err;
    return "m.heed";
  }

  // Each line is written when the one before has been answered.
  std::string one_by_one(const Words& words) {
    std::string in = (folder_ / "in").string(), out = (folder_ / "out").string();
    fs::remove(in);
    fs::remove(out);
    if (mkfifo(in.c_str(), 0600) != 0) throw std::runtime_error("cannot make a pipe");
    int writer = ::open(in.c_str(), O_RDWR | O_CLOEXEC);
    Process process(words, {.folder = folder_.path(), .input_file = in, .output_file = out});
    std::ptrdiff_t answered = 0;
    for (const std::string& line : lines_) {
      std::string whole = line + "\n";
      EXPECT_EQ(::write(writer, whole.data(), whole.size()), static_cast<ssize_t>(whole.size()));
      ++answered;
      EXPECT_TRUE(process.wait_until([&] {
        std::string text = read_file(out);
        return std::count(text.begin(), text.end(), '\n') == answered;
      }));
    }
    ::close(writer);
    EXPECT_EQ(process.wait().code, 0);
    return read_file(out);
  }

  void expect_the_same(const Words& words, const Words& threads) {
    SCOPED_TRACE(joined(words));
    std::string expected = heed(words + Words{"--threads", "1"}, input_).out;
    EXPECT_EQ(std::count(expected.begin(), expected.end(), '\n'), kLines);
    for (const std::string& number : threads)
      EXPECT_EQ(heed(words + Words{"--threads", number}, input_).out, expected) << number << " threads";
    EXPECT_EQ(one_by_one(words + Words{"--threads", "1"}), expected) << "line by line";
  }

  Words lines_;
  std::string input_;
};

TEST_F(Batches, ChangeNoAnswer) {
  for (const char* precision : {"fp32", "bf16", "int8"}) {
    for (bool shortlist : {false, true}) {
      std::string file = exported(precision, shortlist);
      for (const Words& search : {Words{"--beam", "1"}, Words{"--beam", "4"}, Words{"--samples", "2"}})
        expect_the_same(Words{"run", file, "--format", "jsonl"} + search, {"2", "7", "40"});
    }
  }
}

TEST_F(Batches, ChangeNoTextOfGreedySearch) {
  for (bool shortlist : {false, true}) {
    expect_the_same({"run", exported("int8", shortlist), "--format", "text", "--beam", "1"},
                    {"2", "3", "7", "12", "40"});
  }
}

}  // namespace
}  // namespace heed
