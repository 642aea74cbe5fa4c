// What `heed run` can be asked for besides a line for a line: several outputs, samples, prefixes, given
// pairs, alignments, and the formats they come in.
#include <sys/stat.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "program.h"

namespace heed {
namespace {

using nlohmann::json;

const std::string kInput = "Tue 3rd of March 1998\n\n12/05/04\n";

class Formats : public Program {
 protected:
  const std::string model_ = tiny_model().string();

  Words lines(const Words& flags, const std::string& input = kInput) {
    Ran ran = heed(Words{"run", model_} + flags, input);
    EXPECT_EQ(ran.code, 0) << joined(flags) << ": " << ran.err;
    EXPECT_TRUE(ran.out.empty() || ran.out.back() == '\n');
    Words found;
    std::istringstream text(ran.out);
    for (std::string line; std::getline(text, line);) found.push_back(line);
    return found;
  }

  std::vector<json> objects(const Words& flags, const std::string& input = kInput) {
    std::vector<json> found;
    for (const std::string& line : lines(Words{"--format", "jsonl"} + flags, input))
      found.push_back(json::parse(line));
    return found;
  }

  // The fields of an n-best line.
  static Words fields(const std::string& line) {
    Words found;
    std::size_t at = 0;
    for (std::size_t bar; (bar = line.find(" ||| ", at)) != std::string::npos; at = bar + 5)
      found.push_back(line.substr(at, bar - at));
    return found + Words{line.substr(at)};
  }
};

TEST_F(Formats, APersonIsAnsweredBeforeTheNextLineIsTyped) {
  std::string pipe = (folder_ / "pipe").string(), out = (folder_ / "out").string();
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  int keyboard = ::open(pipe.c_str(), O_RDWR | O_CLOEXEC);
  Process program({"run", model_}, {.input_file = pipe, .output_file = out});
  std::size_t answered = 0;
  for (const std::string line : {"3 May\n", "\n", "4 May\n"}) {
    ASSERT_EQ(::write(keyboard, line.data(), line.size()), static_cast<ssize_t>(line.size()));
    EXPECT_TRUE(program.wait_until([&] { return fs::exists(out) && read_file(out).size() > answered; }))
        << "no answer to " << line;
    answered = read_file(out).size();
  }
  ::close(keyboard);
  EXPECT_EQ(program.wait().code, 0);
}

TEST_F(Formats, AnNBestListHasTheFieldsOfMarians) {
  Words text = lines({"--beam", "4"});
  for (const Words& flags :
       {Words{"--beam", "4", "--n-best", "3"}, Words{"--beam", "4", "--n-best", "3", "--format", "nbest"}}) {
    Words found = lines(flags);
    ASSERT_EQ(found.size(), 7u);
    double last = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      Words parts = fields(found[i]);
      ASSERT_EQ(parts.size(), 4u) << found[i];
      EXPECT_EQ(parts[0], "0");
      EXPECT_TRUE(parts[2].starts_with("F0= -")) << found[i];
      EXPECT_TRUE(i == 0 || std::stod(parts[3]) <= last);
      last = std::stod(parts[3]);
    }
    EXPECT_EQ(fields(found[0])[1], text[0]);
    EXPECT_EQ(found[3], "1 |||  ||| F0= 0 ||| 0");
    EXPECT_TRUE(found[4].starts_with("2 ||| "));
  }
  EXPECT_EQ(lines({"--beam", "4", "--n-best", "3", "--format", "text"}), text);
}

TEST_F(Formats, AJsonObjectALineHasAllThatIsKnownOfIt) {
  Words text = lines({"--beam", "3"});
  auto found = objects({"--beam", "3", "--n-best", "2", "--alignment", "hard"});
  ASSERT_EQ(found.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(found[i].at("line"), i + 1);
    EXPECT_EQ(found[i].at("text"), text[i]);
  }
  EXPECT_EQ(found[0].at("source"), "Tue 3rd of March 1998");
  EXPECT_EQ(found[1].at("source"), "");
  double sum = 0;
  for (const json& token : found[0].at("tokens")) sum += token.at("log_probability").get<double>();
  EXPECT_NEAR(found[0].at("log_probability").get<double>(), sum, 1e-4);
  EXPECT_EQ(found[0].at("n_best").size(), 2u);
  EXPECT_EQ(found[0].at("n_best")[0].at("text"), text[0]);
  EXPECT_LE(found[0].at("n_best")[1].at("normalised_log_probability"),
            found[0].at("normalised_log_probability"));
  EXPECT_FALSE(objects({})[0].contains("n_best"));
  EXPECT_FALSE(found[0].contains("score")) << "a score judges a text against references";
}

TEST_F(Formats, SamplesDependOnTheSeedAndTheLineAndOnNothingElse) {
  Words all = lines({"--samples", "3"}), again = lines({"--samples", "3"});
  EXPECT_EQ(all, again);
  EXPECT_EQ(all.size(), 7u);
  Words alone = lines({"--samples", "3"}, "\n\n12/05/04\n");
  EXPECT_EQ(Words(alone.end() - 3, alone.end()), Words(all.end() - 3, all.end()));
  EXPECT_NE(lines({"--samples", "3", "--set", "search.seed=2"}), all);
  EXPECT_EQ(lines({"--samples", "1", "--set", "search.top_k=1"}), lines({"--beam", "1"}));
}

TEST_F(Formats, AnOutputBeginsWithItsPrefix) {
  Words found = lines({"--prefix", "--beam", "2"}, "12/05/04\t2077-\n12/05/04\n\n");
  ASSERT_EQ(found.size(), 3u);
  EXPECT_TRUE(found[0].starts_with("2077-")) << found[0];
  EXPECT_EQ(found[1], lines({"--beam", "2"}, "12/05/04\n")[0]);
  EXPECT_EQ(found[2], "");
}

TEST_F(Formats, AGivenPairGetsTheLogProbabilityThatSearchGaveIt) {
  json found = objects({}, "12/05/04\n")[0];
  std::string pair = "12/05/04\t" + found.at("text").get<std::string>() + "\n";
  json given = objects({"--given"}, pair)[0];
  EXPECT_EQ(given.at("text"), found.at("text"));
  EXPECT_EQ(given.at("tokens").back().at("text"), "</s>");  // which the tiny model itself may never reach
  for (std::size_t i = 0; i + 1 < given.at("tokens").size(); ++i) {
    EXPECT_NEAR(given.at("tokens")[i].at("log_probability").get<double>(),
                found.at("tokens")[i].at("log_probability").get<double>(), 1e-4);
  }
  Words scored = lines({"--given"}, pair + "\n12/05/04\t?\n12/05/04\t\n");
  ASSERT_EQ(scored.size(), 4u);
  EXPECT_NEAR(std::stod(scored[0]), given.at("log_probability").get<double>(), 1e-3);
  EXPECT_EQ(scored[1], "");
  EXPECT_LT(std::stod(scored[2]), 0);
  EXPECT_LT(std::stod(scored[3]), 0);
}

TEST_F(Formats, WordsAreAlignedInEveryFormat) {
  std::string pair = "3 May\tMay 3\n";
  std::string hard = fields(lines({"--given", "--alignment", "hard"}, pair)[0])[1];
  Words links;
  std::istringstream text(hard);
  for (std::string link; text >> link;) links.push_back(link);
  ASSERT_EQ(links.size(), 2u) << "one link for each target word: " << hard;
  EXPECT_TRUE(std::is_sorted(links.begin(), links.end()));
  EXPECT_EQ(objects({"--given", "--alignment", "hard"}, pair)[0].at("alignment").size(), 2u);
  EXPECT_EQ(fields(lines({"--given", "--alignment", "0"}, pair)[0])[1], "0-0 0-1 1-0 1-1");
  EXPECT_EQ(fields(lines({"--given", "--alignment", "1"}, pair)[0])[1], "");
  std::string soft = fields(lines({"--given", "--alignment", "soft"}, pair)[0])[1];
  EXPECT_EQ(std::count(soft.begin(), soft.end(), ' '), 2) << "two words and the end: " << soft;
  EXPECT_EQ(std::count(soft.begin(), soft.end(), ','), 6) << soft;
  EXPECT_EQ(objects({"--given", "--alignment", "soft"}, pair)[0].at("soft_alignment").size(), 3u);
  EXPECT_EQ(fields(lines({"--beam", "2", "--n-best", "2", "--alignment", "hard"})[0]).size(), 5u);
  EXPECT_EQ(lines({"--alignment", "hard"})[1], "") << "an empty line stays empty";
}

TEST_F(Formats, HardAlignmentsAreReadAsAskedFor) {
  std::string pair = "the 3rd of May\tMay 3\n";
  auto links = [&](const std::string& reading) {
    return objects({"--given", "--alignment", "hard", "--reading", reading}, pair)[0].at("alignment");
  };
  EXPECT_EQ(links("one-to-many"), objects({"--given", "--alignment", "hard"}, pair)[0].at("alignment"));
  EXPECT_EQ(links("one-to-many").size(), 2u) << "one for each target word";
  EXPECT_EQ(links("many-to-one").size(), 4u) << "one for each source word";
  json pairs = links("one-to-one");
  ASSERT_EQ(pairs.size(), 2u);
  EXPECT_NE(pairs[0][0], pairs[1][0]);
  EXPECT_NE(pairs[0][1], pairs[1][1]);
}

TEST_F(Formats, TheAttentionFileHasEveryOutputAndWholeWordsIfAskedFor) {
  lines({"--beam", "3", "--n-best", "2", "--attention", "pieces.json"}, "3 May\n");
  json pieces = json::parse(read_file(folder_ / "pieces.json")).at("predictions");
  ASSERT_EQ(pieces.size(), 2u);
  EXPECT_EQ(pieces[1].at("maps")[0].at("hypothesis"), 1);
  EXPECT_EQ(pieces[0].at("maps")[0].at("columns").at("labels").size(), 6u);
  lines({"--attention", "words.json", "--level", "words"}, "3 May\n");
  json words = json::parse(read_file(folder_ / "words.json")).at("predictions")[0].at("maps")[0];
  EXPECT_EQ(words.at("columns").at("labels").size(), 4u);  // "3", " ", "May", the end
  EXPECT_EQ(words.at("columns").at("labels")[2].at("text"), "May");
}

TEST_F(Formats, APictureThatBecomesTooLargeIsRefusedAtTheLineThatMakesItSo) {
  std::string input;
  for (int i = 0; i < 2000; ++i) input += "Tuesday, the third of March, 1998\n";
  Ran ran = heed({"run", model_, "--attention", "a.png"}, input);
  EXPECT_EQ(ran.code, 1);
  EXPECT_NE(ran.err.find("heed: a PNG of these maps would have"), std::string::npos) << ran.err;
  EXPECT_NE(ran.err.find(".html"), std::string::npos) << ran.err;
  EXPECT_NE(ran.err.find("fewer lines"), std::string::npos) << ran.err;
  EXPECT_LT(std::count(ran.out.begin(), ran.out.end(), '\n'), 100);
  EXPECT_FALSE(fs::exists(folder_ / "a.png"));
}

TEST_F(Formats, AVeryLongLineIsCutWithAWarningAndTheNextIsAnswered) {
  std::string input = std::string(10'000'000, 'a') + "\n3 May\n";
  Ran ran = Process({"run", model_}, {.input = input}).wait(20);
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(std::count(ran.out.begin(), ran.out.end(), '\n'), 2);
  EXPECT_TRUE(ran.err.starts_with("heed: warning: standard input:1: longer than")) << ran.err;
  EXPECT_LT(ran.peak_megabytes, 1000);
}

TEST_F(Formats, SearchOptionsAreReachedByTheirNames) {
  EXPECT_EQ(lines({"--set", "search.beam=3"}), lines({"--beam", "3"}));
  Words long_ones = lines({"--set", "search.min_length=15", "--set", "search.max_length=15"});
  EXPECT_EQ(long_ones[0].size(), 15u);
  EXPECT_EQ(lines({"--beam", "3", "--set", "search.length_penalty={type: gnmt, alpha: 0.2}", "--set",
                   "search.coverage_penalty=0.1", "--set", "search.no_repeat=3"})
                .size(),
            3u);
}

TEST_F(Formats, WhatDoesNotFitTogetherIsRefused) {
  struct Mistake {
    int code;
    Words flags, parts;
  };
  for (const auto& [code, flags, parts] : std::vector<Mistake>{
           {2, {"--given", "--prefix"}, {"--given and --prefix"}},
           {2, {"--given", "--n-best", "2"}, {"--given", "--n-best"}},
           {2, {"--n-best", "3", "--beam", "2"}, {"search.n_best", "at most search.beam (2), found 3"}},
           {2, {"--format", "xml"}, {"--format", "auto, text, jsonl, nbest", "'xml'"}},
           {2, {"--alignment", "1.5"}, {"--alignment", "soft, hard or a number from 0 to 1", "'1.5'"}},
           {2,
            {"--alignment", "hard", "--reading", "one"},
            {"--reading", "one-to-many, many-to-one, one-to-one"}},
           {2, {"--alignment", "soft", "--reading", "one-to-one"}, {"--reading", "--alignment hard"}},
           {2, {"--reading", "many-to-one"}, {"--reading", "--alignment hard"}},
           {2, {"--level", "letters"}, {"--level", "pieces, words"}},
           {2, {"--set", "search.bean=3"}, {"did you mean 'search.beam'?"}},
           {2, {"--set", "search.top_p=2"}, {"--set search.top_p=2", "from 1e-06 to 1"}},
           {2, {"--set", "search.length_penalty=long"}, {"average, gnmt, none", "'long'"}},
           {1, {"--given"}, {"standard input:1", "source TAB target"}},
           {1, {"--ensemble", "nowhere"}, {"nowhere"}}}) {
    expect_refused(code, Words{"run", model_} + flags, parts, kInput);
  }
  expect_refused(2, {"train", kRecipe, "--out", "m", "--set", "search.n_best=2"}, {"search.n_best"});
  expect_refused(1, {"run", model_, "--given"},
                 {"standard input:1", "expected source TAB target, found 3 columns"}, "a\tb\tc\n");
  expect_refused(1, {"run", model_, "--given", "--attention", "a.json"}, {"standard input:1"}, "c\na\tb\n");
}

TEST_F(Formats, WhatComesBeforeABadLineIsAnswered) {
  Ran ran = heed({"run", model_, "--given"}, "3 May 1999\t1999-05-03\nno tab\n");
  EXPECT_EQ(ran.code, 1);
  EXPECT_EQ(std::count(ran.out.begin(), ran.out.end(), '\n'), 1);
  EXPECT_NE(ran.err.find("standard input:2"), std::string::npos) << ran.err;
}

TEST_F(Formats, AModelWithoutAttentionSaysSo) {
  ASSERT_EQ(heed(Words{"train", kRecipe, "--out", "fixed"} + tiny(2) +
                 Words{"--set", "model.decoder.type=fixed-vector"})
                .code,
            0);
  EXPECT_EQ(heed({"run", "fixed"}, kInput).code, 0);
  expect_refused(1, {"look", "fixed", "3 May 1999"}, {"no attention"});
  expect_refused(1, {"run", "fixed", "--alignment", "hard"}, {"--alignment", "no attention"}, kInput);
  expect_refused(1, {"run", "fixed", "--attention", "a.json"}, {"--attention", "no attention"}, kInput);
  expect_refused(1, {"eval", "fixed", "--attention"}, {"heed eval --attention", "no attention"});
  expect_refused(1, {"eval", "fixed", "--gold", "g"}, {"heed eval --gold", "no attention"});
  expect_refused(
      2,
      Words{"train", kRecipe, "--out", "never"} + tiny(2) +
          Words{"--set", "model.decoder.type=fixed-vector", "--set", "search.coverage_penalty=0.2"},
      {"search.coverage_penalty", "found one without"});
}

TEST_F(Formats, AnOutputWithALineBreakStaysOneLine) {
  std::string pairs = "source,target\n";
  for (int i = 0; i < 200; ++i) pairs += "ab,\"x\ny\"\n";
  write("train.csv", pairs);
  Words data = {"--set", "data.train=train.csv", "--set", "data.dev=train.csv"};
  ASSERT_EQ(heed(Words{"train", kRecipe, "--out", "breaks"} + tiny(60) + data +
                 Words{"--set", "training.optimiser.rate=0.02"})
                .code,
            0);
  Ran ran = heed({"run", "breaks"}, "ab\nab\n");
  EXPECT_EQ(ran.out, "x y\nx y\n");
  EXPECT_NE(ran.err.find("line break"), std::string::npos);
  EXPECT_NE(heed({"run", "breaks", "--format", "jsonl"}, "ab\n").out.find("x\\ny"), std::string::npos);
}

TEST_F(Formats, LookShowsWholeWordsAndSeveralOutputs) {
  Ran ran = heed({"look", model_, "3 May 2010", "--words", "--target", "May 2010"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find("\n2010 "), std::string::npos) << ran.out;
  Ran two = heed({"look", model_, "3 May", "--beam", "2", "--n-best", "2"});
  EXPECT_NE(two.out.find("→"), two.out.rfind("→")) << two.out;
}

}  // namespace
}  // namespace heed
