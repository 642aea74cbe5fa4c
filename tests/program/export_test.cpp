// One file of a model: run like the directory, checked before it is used.
#include <nlohmann/json.hpp>

#include "program.h"

namespace heed {
namespace {

class Export : public Program {
 protected:
  Export() {
    for (int day = 1; day < 29; ++day)
      input_ += std::to_string(day) + " March 19" + std::to_string(40 + day) + "\n";
  }

  std::string exported(const Words& flags = {}) {
    Ran ran = heed(Words{"export", model_, "m.heed"} + flags);
    EXPECT_EQ(ran.code, 0) << ran.err;
    return "m.heed";
  }

  const std::string model_ = tiny_model().string();
  std::string input_;
};

TEST_F(Export, OfFp32AnswersAsTheDirectoryDoes) {
  std::string file = exported({"--precision", "fp32"});
  for (const Words& flags : {Words{}, Words{"--beam", "3", "--n-best", "2"}, Words{"--format", "jsonl"},
                             Words{"--alignment", "hard"}, Words{"--samples", "2"}}) {
    SCOPED_TRACE(joined(flags));
    Ran packed = heed(Words{"run", file} + flags, input_);
    EXPECT_EQ(packed.code, 0) << packed.err;
    EXPECT_EQ(packed.out, heed(Words{"run", model_} + flags, input_).out);
  }
  EXPECT_EQ(heed({"look", file, "3 May 1998"}).out, heed({"look", model_, "3 May 1998"}).out);
  EXPECT_EQ(heed({"eval", file}).out, heed({"eval", model_}).out);
}

TEST_F(Export, OfLessIsSmallerAndAnswersAsThatPrecisionDoes) {
  auto whole = fs::file_size(folder_ / exported({"--precision", "fp32"}));
  for (const char* precision : {"bf16", "int8"}) {
    std::string file = exported({"--precision", precision});
    EXPECT_LT(fs::file_size(folder_ / file), whole);
    EXPECT_EQ(heed({"run", file}, input_).out, heed({"run", model_, "--precision", precision}, input_).out);
    auto facts = nlohmann::json::parse(heed({"info", file, "--json"}).out);
    EXPECT_EQ(facts.at("precision"), precision);
    EXPECT_EQ(facts.at("tensors"), nlohmann::json::parse(heed({"info", model_, "--json"}).out).at("tensors"));
  }
}

TEST_F(Export, ThreadsChangeNothing) {
  std::string file = exported(), many;
  for (int i = 0; i < 10; ++i) many += input_;
  std::string one = heed({"run", file, "--threads", "1"}, many).out;
  for (const char* threads : {"2", "3", "7"})
    EXPECT_EQ(heed({"run", file, "--threads", threads}, many).out, one);
}

// Log-probabilities of given outputs, as libtorch has them.
TEST_F(Export, LosesLittleInPrecision) {
  std::string pairs;
  for (int day = 10; day < 28; ++day)
    pairs += std::to_string(day) + " March 1998\t1998-03-" + std::to_string(day) + "\n";
  auto scores = [&](const Words& flags) {
    Ran ran = heed(Words{"run"} + flags + Words{"--given"}, pairs);
    EXPECT_EQ(ran.code, 0) << ran.err;
    std::vector<double> numbers;
    std::istringstream lines(ran.out);
    for (std::string line; std::getline(lines, line);) numbers.push_back(std::stod(line));
    return numbers;
  };
  std::vector<double> reference = scores({model_, "--engine", "torch"});
  ASSERT_EQ(reference.size(), 18u);
  std::map<std::string, double> most = {{"fp32", 1e-4}, {"bf16", 0.05}, {"int8", 0.2}};
  for (const auto& [precision, difference] : most) {
    std::vector<double> own = scores({model_, "--precision", precision});
    for (std::size_t i = 0; i < own.size(); ++i) EXPECT_NEAR(own[i], reference[i], difference) << precision;
  }
}

TEST_F(Export, AShortlistHoldsOutputsToWhatItNames) {
  std::string pairs;
  for (int day = 10; day < 28; ++day)
    pairs += std::to_string(day) + " March 1998\t1998-03-" + std::to_string(day) + "\n";
  write("pairs.tsv", pairs);
  std::string file =
      exported({"--shortlist", "pairs.tsv", "--shortlist-frequent", "1", "--shortlist-each", "1"});
  Ran ran = heed({"run", file}, input_);
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out.find_first_not_of("0123456789-\n"), std::string::npos) << ran.out;
  EXPECT_EQ(heed({"run", file, "--whole-vocabulary"}, input_).out,
            heed({"run", model_, "--precision", "int8"}, input_).out);
  EXPECT_EQ(heed({"run", file, "--given"}, "3 May\t1998-05-03\n").out,
            heed({"run", model_, "--precision", "int8", "--given"}, "3 May\t1998-05-03\n").out);
  Ran begun = heed({"run", file, "--prefix"}, "3 May\t2077\n");
  EXPECT_TRUE(begun.out.starts_with("2077")) << begun.out << begun.err;
}

TEST_F(Export, RefusesWhatCannotBe) {
  std::string file = exported();
  expect_refused(2, {"run", file, "--precision", "fp32"}, {"int8", "fp32", "export"}, input_);
  expect_refused(2, {"run", model_, "--engine", "torch", "--precision", "int8"}, {"--engine torch"}, input_);
  expect_refused(1, {"export", "nothing", "x.heed"}, {"nothing"});
  expect_refused(1, {"export", file, "x.heed"}, {"directory"});
  expect_refused(1, {"run", file, "--engine", "torch"}, {"directory"}, input_);
  expect_refused(1, {"export", model_, "no/such/folder/x.heed"}, {"no/such/folder"});
  expect_refused(2, {"export", model_, "x.heed", "--precision", "int4"}, {"int4", "int8"});
}

TEST_F(Export, ADamagedFileIsRefusedWithTheReason) {
  std::string file = exported(), whole = read_file(folder_ / file);
  for (std::size_t at = 0; at < whole.size(); at += whole.size() / 40) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x20);
    write("damaged.heed", damaged);
    Ran ran = heed({"run", "damaged.heed"}, "3 May\n");
    if (ran.code != 0) expect_refusal(ran, 1, {"damaged.heed"});
  }
  for (std::size_t length :
       {std::size_t{0}, std::size_t{7}, std::size_t{40}, whole.size() / 2, whole.size() - 1}) {
    write("damaged.heed", whole.substr(0, length));
    expect_refused(1, {"run", "damaged.heed"}, {"damaged.heed"}, "3 May\n");
  }
}

}  // namespace
}  // namespace heed
