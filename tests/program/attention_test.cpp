// What `heed eval` says of attention in numbers, held against what `heed run` writes of the same.
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "program.h"

namespace heed {
namespace {

using nlohmann::json;

// The second line has an empty side and is no test.
const std::string kPairs = "the 3rd of May 1999\t3 May\n\tnothing\n12/05/04\t2004 05 12\nMay 7\t7 May\n";
const std::string kUsable = "the 3rd of May 1999\t3 May\n12/05/04\t2004 05 12\nMay 7\t7 May\n";

class Attention : public Program {
 protected:
  const std::string model_ = tiny_model().string();

  json eval(const Words& flags) {
    Ran ran = heed(Words{"eval", model_, "--json"} + flags);
    EXPECT_EQ(ran.code, 0) << joined(flags) << ": " << ran.err;
    return json::parse(ran.out);
  }

  // The links that the model has for each usable pair, as a gold file for all of them.
  std::string own_links(const std::string& reading) {
    Ran ran = heed({"run", model_, "--given", "--alignment", "hard", "--reading", reading}, kUsable);
    EXPECT_EQ(ran.code, 0) << ran.err;
    Words links;
    std::istringstream text(ran.out);
    for (std::string line; std::getline(text, line);) links.push_back(line.substr(line.find("||| ") + 4));
    EXPECT_EQ(links.size(), 3u);
    return links.at(0) + "\n\n" + links.at(1) + "\n" + links.at(2) + "\n";
  }
};

TEST_F(Attention, NumbersOfOutputsAreThoseOfTheirWeights) {
  write("pairs", kUsable);
  Words longer = {"--set", "search.min_length=9"};
  json numbers = eval(Words{"--attention", "--data", "pairs"} + longer).at("attention");
  EXPECT_EQ(numbers.at("of"), "outputs");
  EXPECT_FALSE(numbers.contains("aer"));
  Words run = Words{"run", model_, "--attention", "a.json"} + longer;
  ASSERT_EQ(heed(run, "the 3rd of May 1999\n12/05/04\nMay 7\n").code, 0);
  json written = json::parse(read_file(folder_ / "a.json"));
  double entropy = 0, share = 0, rows = 0, covered = 0, tokens = 0, deviation = 0;
  for (const json& prediction : written.at("predictions")) {
    const json& map = prediction.at("maps")[0];
    std::size_t columns = map.at("columns").at("labels").size();
    std::vector<double> received(columns);
    for (const json& row : map.at("weights")) {
      double of_row = 0;
      for (std::size_t j = 0; j < columns; ++j) {
        double p = row[j];
        received[j] += p;
        of_row -= p * std::log(p);
      }
      entropy += of_row;
      share += of_row / std::log(static_cast<double>(columns));
      rows += 1;
    }
    for (std::size_t j = 0; j + 1 < columns; ++j) {
      tokens += 1;
      covered += received[j] >= 0.5 ? 1 : 0;
      deviation += std::abs(1 - received[j]);
    }
  }
  EXPECT_NEAR(numbers.at("entropy").at("score").get<double>(), entropy / rows, 1e-4);
  EXPECT_NEAR(numbers.at("entropy_share").at("score").get<double>(), 100 * share / rows, 1e-2);
  EXPECT_NEAR(numbers.at("entropy_by_head").at(0).get<double>(), entropy / rows, 1e-4);
  EXPECT_NEAR(numbers.at("coverage").at("score").get<double>(), 100 * covered / tokens, 1e-7);
  EXPECT_NEAR(numbers.at("coverage_deviation").at("score").get<double>(), deviation / tokens, 1e-4);
  EXPECT_GT(rows, 27);
  EXPECT_EQ(numbers.at("entropy").at("count"), rows);
  EXPECT_EQ(numbers.at("coverage").at("count"), tokens);
}

TEST_F(Attention, ScoresAreTheSameWithItAndWithoutIt) {
  write("pairs", kPairs);
  json plain = eval({"--data", "pairs"}), measured = eval({"--data", "pairs", "--attention"});
  EXPECT_FALSE(plain.contains("attention"));
  EXPECT_EQ(plain.at("CER"), measured.at("CER"));
  json dev = eval({"--attention"});
  EXPECT_EQ(dev.at("accuracy"), eval({}).at("accuracy"));
  EXPECT_EQ(dev.at("attention").at("of"), "outputs");
}

TEST_F(Attention, TheModelsOwnLinksAreWithoutErrorInEveryReading) {
  write("pairs", kPairs);
  for (const std::string reading : {"one-to-many", "many-to-one", "one-to-one"}) {
    write("gold", own_links(reading));
    json found = eval({"--data", "pairs", "--gold", "gold", "--reading", reading});
    EXPECT_EQ(found.at("CER"), eval({"--data", "pairs"}).at("CER")) << "scores are of outputs";
    json numbers = found.at("attention");
    EXPECT_EQ(numbers.at("of"), "references");
    EXPECT_EQ(numbers.at("reading"), reading);
    EXPECT_EQ(numbers.at("aer").at("score"), 0) << reading << ": " << numbers.dump();
    EXPECT_EQ(numbers.at("precision").at("score"), 100);
    EXPECT_EQ(numbers.at("recall").at("score"), 100);
    EXPECT_NE(numbers.at("aer").at("signature").get<std::string>().find("|reading:" + reading + "|"),
              std::string::npos);
  }
}

TEST_F(Attention, GoldLinksStayWithTheirLinesWhereSomeAreLeftOut) {
  write("pairs", kPairs);
  // Sure of every pair of words of the last line alone: two links of the model's seven are right.
  write("gold", "\n\n\n0-0 0-1 1-0 1-1\n");
  json numbers = eval({"--data", "pairs", "--gold", "gold"}).at("attention");
  EXPECT_DOUBLE_EQ(numbers.at("precision").at("score"), 200.0 / 7);
  EXPECT_DOUBLE_EQ(numbers.at("recall").at("score"), 50);
  EXPECT_DOUBLE_EQ(numbers.at("aer").at("score"), 100 - 400.0 / 11);
  write("from one", "\n\n\n1p1 1?2 2-1 2-2\n");
  json other = eval({"--data", "pairs", "--gold", "from one", "--gold-base", "1"}).at("attention");
  EXPECT_EQ(other.at("precision").at("score"), numbers.at("precision").at("score"));
  EXPECT_EQ(other.at("recall").at("count"), 2);
}

TEST_F(Attention, IsPrintedWithWhatItIsOfAndWithIntervals) {
  write("pairs", kPairs);
  write("gold", own_links("one-to-many"));
  Ran own = heed({"eval", model_, "--data", "pairs", "--attention"});
  EXPECT_NE(own.out.find("attention of the model's own outputs\nentropy "), std::string::npos) << own.out;
  EXPECT_EQ(own.out.find("AER"), std::string::npos);
  Ran given = heed({"eval", model_, "--data", "pairs", "--gold", "gold", "--bootstrap", "20"});
  EXPECT_NE(given.out.find("attention of the references"), std::string::npos) << given.out;
  EXPECT_NE(given.out.find("\nAER                   0.00%  [0.00, 0.00]   bs:20|"), std::string::npos)
      << given.out;
  json numbers = eval({"--data", "pairs", "--gold", "gold", "--bootstrap", "20"}).at("attention");
  for (const char* name :
       {"entropy", "entropy_share", "coverage", "coverage_deviation", "aer", "precision", "recall"})
    EXPECT_LE(numbers.at(name).at("interval").at("low"), numbers.at(name).at("interval").at("high")) << name;
}

TEST_F(Attention, AGoldFileThatDoesNotFitTheDataIsRefused) {
  write("pairs", kPairs);
  Words verb = {"eval", model_, "--data", "pairs", "--gold", "gold"};
  write("gold", "0-0\n\n0-0\n");
  expect_refused(1, verb, {"gold: expected 4 lines", "pairs", "found 3"});
  write("gold", "");
  expect_refused(1, verb, {"gold: expected 4 lines", "found 0"});
  write("gold", "0-0\n\n0-0\n2-1\n");
  expect_refused(1, verb, {"gold:4", "2 source and 2 target words", "pairs:4", "found 2-1", "--gold-base 1"});
  write("gold", "0-0\n\n0-0\n0:1\n");
  expect_refused(1, verb, {"gold:4", "0-0, 1?2 or 1p2", "'0:1'"});
  expect_refused(1, verb + Words{"--gold-base", "1"}, {"gold:1", "counted from 1", "'0-0'"});
  expect_refused(1, {"eval", model_, "--gold", "nowhere"}, {"nowhere", "No such file"});
}

TEST_F(Attention, FlagsThatMeanNothingAloneAreRefused) {
  expect_refused(2, {"eval", "model", "--reading", "one-to-one"}, {"--reading", "--gold"});
  expect_refused(2, {"eval", "model", "--gold-base", "1"}, {"--gold-base", "--gold"});
  expect_refused(2, {"eval", "model", "--gold-base", "2"}, {"--gold-base", "0 to 1"});
  expect_refused(2, {"eval", "model", "--gold", "g", "--reading", "both"},
                 {"--reading", "one-to-many, many-to-one, one-to-one", "'both'"});
}

}  // namespace
}  // namespace heed
