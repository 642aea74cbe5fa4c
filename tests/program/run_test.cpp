// The verbs that predict, on a whole model and on lines as they come.
#include <nlohmann/json.hpp>

#include "program.h"

namespace heed {
namespace {

using namespace std::string_literals;

class Run : public Program {
 protected:
  const std::string model_ = tiny_model().string();

  // The lines of standard output; each must end.
  static Words lines(const std::string& text) {
    Words lines;
    for (std::size_t at = 0; at < text.size();) {
      std::size_t end = text.find('\n', at);
      if (end == std::string::npos) {
        ADD_FAILURE() << "the last line has no end";
        end = text.size();
      }
      lines.push_back(text.substr(at, end - at));
      at = end + 1;
    }
    return lines;
  }
};

TEST_F(Run, AnswersALineForALineInOrder) {
  Words inputs = {"Tue 3rd of March 1998", "", "12/05/04", "the first of May, 2011", "", "", "x"};
  std::string text;
  for (const std::string& input : inputs) text += input + "\n";
  Ran ran = heed({"run", model_, "--attention", "a.json"}, text);
  ASSERT_EQ(ran.code, 0) << ran.err;
  Words outputs = lines(ran.out);
  ASSERT_EQ(outputs.size(), inputs.size());
  auto predictions = nlohmann::json::parse(read_file(folder_ / "a.json")).at("predictions");
  ASSERT_EQ(predictions.size(), 4u);
  for (std::size_t i = 0, next = 0; i < inputs.size(); ++i) {
    if (inputs[i].empty()) {
      EXPECT_EQ(outputs[i], "");
    } else {
      EXPECT_EQ(predictions[next].at("input"), inputs[i]);
      EXPECT_EQ(predictions[next++].at("output"), outputs[i]);
    }
  }
}

TEST_F(Run, DoesNotCareHowLinesEnd) {
  std::string unix_ends = heed({"run", model_}, "3 May\n12/05/04\n").out;
  EXPECT_EQ(lines(unix_ends).size(), 2u);
  EXPECT_EQ(heed({"run", model_}, "3 May\n12/05/04").out, unix_ends);
  EXPECT_EQ(heed({"run", model_}, "3 May\r\n12/05/04\r\n").out, unix_ends);
}

TEST_F(Run, NothingInIsNothingOut) {
  Ran ran = heed({"run", model_}, "");
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(ran.out + ran.err, "");
}

TEST_F(Run, WarnsOfInvalidTextAndAnswersIt) {
  Ran ran = heed({"run", model_}, "3 May\n4 M\xff\xfe y\nfive\0six\n"s);
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(lines(ran.out).size(), 3u);
  EXPECT_EQ(lines(ran.err).size(), 1u) << ran.err;
  EXPECT_TRUE(ran.err.starts_with("heed: warning: standard input:2")) << ran.err;
}

TEST_F(Run, SearchesWithABeam) {
  Ran ran = heed({"run", model_, "--beam", "4"}, "3 May\n12/05/04\n");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(lines(ran.out).size(), 2u);
}

TEST_F(Run, WritesTheAttentionInEveryFormat) {
  for (const auto& [file, begin] : std::map<std::string, std::string>{
           {"a.json", "{"}, {"a.svg", "<svg"}, {"a.png", "\x89PNG"}, {"a.html", "<!doctype html"}}) {
    Ran ran = heed({"run", model_, "--attention", file}, "3 May\n\n12/05/04\n");
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(read_file(folder_ / file).substr(0, begin.size()), begin);
  }
  EXPECT_EQ(contents(folder_.path()).size(), 4u) << "only the four files";
}

TEST_F(Run, AnswersAVeryLongLineInReasonableTimeAndMemory) {
  std::string line(20'000, 'a');
  Ran ran = Process({"run", model_}, {.input = line + "\n3 May\n"}).wait(20);
  EXPECT_FALSE(ran.late) << "not answered in 20 s";
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(std::count(ran.out.begin(), ran.out.end(), '\n'), 2);
  EXPECT_LT(ran.peak_megabytes, 1000);
}

TEST_F(Run, AnInputThatCannotBeReadIsNotTakenForAnEmptyOne) {
  Ran ran = Process({"run", model_}, {.input_file = folder_.path().string()}).wait();
  expect_refusal(ran, 1, {"standard input"});
}

TEST_F(Run, LookDrawsAMapOfItsOwnOutputAndOfAGivenOne) {
  Ran own = heed({"look", model_, "3 May"});
  EXPECT_EQ(own.code, 0) << own.err;
  EXPECT_TRUE(own.out.starts_with("3 May\n→ ")) << own.out;
  EXPECT_GT(lines(own.out).size(), 10u) << own.out;
  Ran given = heed({"look", model_, "3 May", "--target", "05-0Ž"});
  EXPECT_EQ(given.code, 0) << given.err;
  EXPECT_TRUE(given.out.starts_with("3 May\n→ 05-0Ž ")) << given.out;
  EXPECT_NE(given.out.rfind("Ž"), given.out.find("Ž")) << "a row for each given letter:\n" << given.out;
  Ran drawn = heed({"look", model_, "3 May", "--attention", "a.svg"});
  EXPECT_EQ(drawn.code, 0) << drawn.err;
  EXPECT_TRUE(read_file(folder_ / "a.svg").starts_with("<svg"));
}

TEST_F(Run, AnEmptyTargetIsATargetToo) {
  Ran given = heed({"look", model_, "3 May", "--target", ""});
  EXPECT_EQ(given.code, 0) << given.err;
  EXPECT_TRUE(given.out.starts_with("3 May\n→    (log-probability ")) << given.out;
  Ran scored = heed({"run", model_, "--given", "--format", "jsonl"}, "3 May\t\n3 May\t05\n");
  EXPECT_EQ(scored.code, 0) << scored.err;
  Words found = lines(scored.out);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_NE(found[0].find("\"text\":\"\",\"log_probability\":-"), std::string::npos) << found[0];
}

TEST_F(Run, LookRefusesTextThatIsNotUtf8) {
  expect_refused(1, {"look", model_, "3 M\xff y"}, {"TEXT", "UTF-8"});
  expect_refused(1, {"look", model_, "3 May", "--target", "\xc0"}, {"--target", "UTF-8"});
}

TEST_F(Run, EvalAndInfoPrintOneJsonObjectEach) {
  Ran eval = heed({"eval", model_, "--json"});
  ASSERT_EQ(eval.code, 0) << eval.err;
  auto scores = nlohmann::json::parse(eval.out);
  ASSERT_FALSE(scores.empty());
  EXPECT_EQ(scores.at("accuracy").at("count"), 10);
  EXPECT_GT(scores.at("decoding").at("processor_seconds"), 0);
  EXPECT_GT(scores.at("decoding").at("source_words_per_second"), 0);
  Ran info = heed({"info", model_, "--json"});
  ASSERT_EQ(info.code, 0) << info.err;
  EXPECT_EQ(nlohmann::json::parse(info.out).at("updates"), 20);
  EXPECT_EQ(lines(eval.out).size() + lines(info.out).size(), 2u);
}

// Printed, in JSON, in the log of a training and in `heed score`: from 0 to 100, under one name.
TEST_F(Run, ScoresHaveOneNameAndOneScaleEverywhere) {
  Ran eval =
      heed({"eval", model_, "--json", "--by-length", "1", "--bootstrap", "100", "--outputs", "o.jsonl"});
  ASSERT_EQ(eval.code, 0) << eval.err;
  auto found = nlohmann::json::parse(eval.out);
  double rate = found.at("CER").at("score");
  EXPECT_GT(rate, 10) << "twenty updates learn little";
  EXPECT_DOUBLE_EQ(found.at("by_length")[0].at("CER"), rate);
  EXPECT_LE(found.at("CER").at("interval").at("low"), rate);
  EXPECT_GE(found.at("CER").at("interval").at("high"), rate);
  char printed[32];
  std::snprintf(printed, sizeof printed, " %.2f%%", rate);
  EXPECT_NE(heed({"eval", model_}).out.find(printed), std::string::npos) << printed;
  std::string outputs, references;
  for (const std::string& line : lines(read_file(folder_ / "o.jsonl"))) {
    auto one = nlohmann::json::parse(line);
    outputs += one.at("output").get<std::string>() + "\n";
    references += one.at("references")[0].get<std::string>() + "\n";
  }
  Ran scored = heed({"score", "cer", write("ref", references), "--json"}, outputs);
  EXPECT_DOUBLE_EQ(nlohmann::json::parse(scored.out).at("score"), rate) << scored.err;
}

TEST_F(Run, TheLogAndTheLastLineOfATrainingHaveTheScoresThatEvalPrints) {
  Ran trained = heed(Words{"train", kRecipe, "--out", "m", "--set", "training.validation.by=metric", "--set",
                           "task.metrics=[cer, bleu]"} +
                     tiny(2));
  ASSERT_EQ(trained.code, 0) << trained.err;
  Words log = lines(read_file(folder_ / "m/log.jsonl"));
  double logged = nlohmann::json::parse(log.back()).at("dev_CER");
  EXPECT_GT(logged, 10);
  char printed[32];
  std::snprintf(printed, sizeof printed, ", CER %.2f%%, BLEU ", logged);
  EXPECT_NE(trained.err.find(printed), std::string::npos) << trained.err;
  Ran eval = heed({"eval", "m", "--json", "--beam", "1"});
  EXPECT_NEAR(nlohmann::json::parse(eval.out).at("CER").at("score").get<double>(), logged, 1e-9) << eval.err;
}

TEST_F(Run, EvalPrintsBootstrapIntervalsIfAsked) {
  Ran plain = heed({"eval", model_}), bootstrap = heed({"eval", model_, "--bootstrap", "50"});
  EXPECT_EQ(bootstrap.code, 0) << bootstrap.err;
  EXPECT_EQ(plain.out.find("["), std::string::npos) << plain.out;
  EXPECT_NE(bootstrap.out.find("%  ["), std::string::npos) << bootstrap.out;
  EXPECT_NE(bootstrap.out.find("|bs:50|seed:12345|"), std::string::npos) << bootstrap.out;
  Ran json = heed({"eval", model_, "--bootstrap", "--json"});
  auto interval = nlohmann::json::parse(json.out).at("CER").at("interval");
  EXPECT_LE(interval.at("low"), interval.at("high"));
}

TEST_F(Run, EvalScoresATableAsItScoresParallelFiles) {
  write("table", "3 May\t05-03\n4 May\t05-04\n");
  write("sources", "3 May\n4 May\n");
  write("targets", "05-03\n05-04\n");
  Ran table = heed({"eval", model_, "--data", "table"});
  EXPECT_EQ(table.code, 0) << table.err;
  EXPECT_NE(table.out.find("n:2"), std::string::npos) << table.out;
  EXPECT_EQ(heed({"eval", model_, "--data", "sources", "targets"}).out, table.out);
}

TEST_F(Run, EvalWritesWhatItScored) {
  write("table", "3 May\t05-03\t5-3\n4 May\t05-04\n");
  Ran eval = heed({"eval", model_, "--data", "table", "--outputs", "o.jsonl"});
  ASSERT_EQ(eval.code, 0) << eval.err;
  EXPECT_NE(eval.err.find("source words/s"), std::string::npos) << eval.err;
  std::vector<std::string> written = lines(read_file(folder_ / "o.jsonl"));
  ASSERT_EQ(written.size(), 2u);
  auto first = nlohmann::json::parse(written[0]), second = nlohmann::json::parse(written[1]);
  EXPECT_EQ(first.at("source"), "3 May");
  EXPECT_EQ(first.at("references"), (Words{"05-03", "5-3"}));
  EXPECT_EQ(second.at("references"), (Words{"05-04"}));
  EXPECT_EQ(second.at("output"), lines(heed({"run", model_}, "4 May\n").out).at(0));
  expect_refused(1, {"eval", model_, "--outputs", "nowhere/o.jsonl"}, {"nowhere/o.jsonl"});
}

TEST_F(Run, InfoPrintsJsonWhateverTheModelsNameIs) {
  fs::copy(model_, folder_ / "m\xff", fs::copy_options::recursive);
  Ran info = heed({"info", "m\xff", "--json"});
  EXPECT_EQ(info.code, 0) << info.err;
  EXPECT_TRUE(nlohmann::json::accept(info.out)) << info.out;
}

}  // namespace
}  // namespace heed
