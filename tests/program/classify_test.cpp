// Every verb for a task that is no translation: texts with labels, by a model that is trained and by one that
// is fitted.
#include <nlohmann/json.hpp>

#include "program.h"

namespace heed {
namespace {

using Json = nlohmann::json;

const Words kSmall = {"--set", "data.generator.lines=3000", "--set", "data.generator.dev_lines=300"};

// Both models, made once a process.
struct Models {
  TemporaryDirectory folder;
  Ran trained, fitted;

  Models() {
    trained = Process(Words{"train", HEED_RECIPES "/opinions.yml", "--out", trained_path()} + kSmall +
                      Words{"--set", "training.updates=200"})
                  .wait();
    fitted =
        Process(Words{"train", HEED_RECIPES "/opinions-naive-bayes.yml", "--out", fitted_path()} + kSmall)
            .wait();
  }
  std::string trained_path() const { return (folder / "opinions").string(); }
  std::string fitted_path() const { return (folder / "bayes").string(); }
};

const Models& models() {
  static const Models all;
  return all;
}

class Classify : public Program {
 protected:
  void SetUp() override {
    ASSERT_EQ(models().trained.code, 0) << models().trained.err;
    ASSERT_EQ(models().fitted.code, 0) << models().fitted.err;
  }

  Json evaluated(const Words& words) {
    Ran ran = heed(Words{"eval"} + words + Words{"--json"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    return Json::parse(ran.out);
  }

  const std::string model_ = models().trained_path(), bayes_ = models().fitted_path();
  const std::string text_ = "it rained . the soup was not at all tasty .";
};

TEST_F(Classify, IsTrainedAndFitted) {
  EXPECT_NE(models().trained.err.find("accuracy"), std::string::npos);
  EXPECT_NE(models().fitted.err.find("fitted 786435 parameters"), std::string::npos) << models().fitted.err;
  EXPECT_GT(evaluated({model_})["accuracy"]["score"], 90);
  EXPECT_EQ(read_file(fs::path(model_) / "label.classes.txt"), "negative\nneutral\npositive\n");
}

TEST_F(Classify, AnswersInTextAndInJson) {
  EXPECT_EQ(heed({"run", model_}, text_ + "\n\n" + text_ + "\n").out, "negative\n\nnegative\n");
  Json answer = Json::parse(heed({"run", model_, "--format", "jsonl"}, text_ + "\n").out);
  EXPECT_EQ(answer["source"], text_);
  EXPECT_EQ(answer["text"], "negative");
  double sum = 0;
  for (const auto& [label, probability] : answer["probabilities"].items()) sum += probability.get<double>();
  EXPECT_NEAR(sum, 1, 1e-5);
  EXPECT_EQ(heed({"run", model_, "--n-best", "3"}, text_ + "\n").out.substr(0, 14), "0 ||| negative");
  double given = std::stod(heed({"run", model_, "--given"}, text_ + "\tnegative\n").out);
  EXPECT_NEAR(std::exp(given), answer["probabilities"]["negative"].get<double>(), 1e-4);
  EXPECT_NE(heed({"run", model_, "--given"}, text_ + "\tbad\n").err.find("negative, neutral, positive"),
            std::string::npos);
}

TEST_F(Classify, ReadsRecordsAndIgnoresTheirAnswers) {
  std::string jsonl = R"({"label": "positive", "text": ")" + text_ + "\"}\n{\"text\": \"it rained .\"}\n";
  EXPECT_EQ(heed({"run", model_, "--input", "jsonl"}, jsonl).out, "negative\nneutral\n");
  EXPECT_EQ(heed({"run", model_, "--input", "csv"}, "id,text\n1,\"" + text_ + "\"\n").out, "negative\n");
  EXPECT_EQ(heed({"run", model_, "--input", "conll"}, "it B-X\nrained I-X\n. O\n\n").out, "neutral\n");
  Ran empty = heed({"run", model_, "--input", "jsonl"}, "");
  EXPECT_EQ(empty.code, 0) << empty.err;
  EXPECT_EQ(empty.out, "");
}

TEST_F(Classify, IsScoredAlikeByTheEngineByLibtorchAndFromOneFile) {
  std::string file = "opinions.heed";
  ASSERT_EQ(heed({"export", model_, file, "--precision", "fp32"}).code, 0);
  Json engine = evaluated({model_, "--by-length", "3", "--attention"});
  EXPECT_EQ(evaluated({model_, "--engine", "torch"})["accuracy"], engine["accuracy"]);
  EXPECT_EQ(evaluated({file})["accuracy"], engine["accuracy"]);
  EXPECT_EQ(engine["by_length"].size(), 3U) << engine.dump();
  EXPECT_LT(engine["attention"]["entropy_share"]["score"].get<double>(), 100) << engine.dump();
  for (const std::string& model : {model_, bayes_}) {
    write("t.tsv", "negative\t" + text_ + "\nneutral\tit rained .\n");
    Ran ran = heed({"eval", model, "--data", "t.tsv", "--outputs", "o.jsonl"});
    ASSERT_EQ(ran.code, 0) << ran.err;
    Json first =
        Json::parse(read_file(folder_ / "o.jsonl").substr(0, read_file(folder_ / "o.jsonl").find('\n')));
    EXPECT_EQ(first["references"], Json::array({"negative"}));
    EXPECT_EQ(first["statistics"].size(), 2U) << "accuracy: right or not, and one";
  }
  expect_refused(1, {"eval", model_, "--gold", "t.tsv"}, {"--gold", "one pass"});
}

TEST_F(Classify, IsSeenAsColouredWords) {
  for (const auto& [model, part] : {std::pair(model_, "pooling.attention"), std::pair(bayes_, "evidence")}) {
    Ran ran = heed({"look", model, text_});
    ASSERT_EQ(ran.code, 0) << ran.err;
    for (const std::string& expected : {std::string(part), std::string(" ← "), text_})
      EXPECT_NE(ran.out.find(expected), std::string::npos) << ran.out;
    for (const char* file : {"a.svg", "a.png", "a.html", "a.json"})
      EXPECT_EQ(heed({"look", model, text_, "--attention", file}).code, 0) << file;
    std::string svg = read_file(folder_ / "a.svg");
    for (const char* word : {">soup<", ">tasty<"}) EXPECT_NE(svg.find(word), std::string::npos) << word;
    Json json = Json::parse(read_file(folder_ / "a.json"));
    EXPECT_EQ(json["predictions"][0]["input"], text_);
  }
}

TEST_F(Classify, IsCompared) {
  Ran ran = heed(Words{"compare", HEED_RECIPES "/opinions.yml", "--out", "c", "--sentence", text_,
                       "--variant", "attention:", "counts: model.type=naive-bayes"} +
                 kSmall + Words{"--set", "training.updates=60"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  std::string report = read_file(folder_ / "c" / "report.md");
  for (const char* part : {"attention", "counts", "accuracy"})
    EXPECT_NE(report.find(part), std::string::npos) << part << "\n" << report;
}

TEST_F(Classify, RefusesWhatAnotherTaskNeeds) {
  expect_refused(1, {"run", model_, "--alignment", "hard"}, {"--alignment", "classify", "one pass"},
                 text_ + "\n");
  expect_refused(2, {"run", model_, "--prefix"}, {"--prefix", "one pass"}, text_ + "\n");
  expect_refused(2,
                 {"train", HEED_RECIPES "/opinions.yml", "--out", "m", "--set", "data.generator.type=dates"},
                 {"data.generator", "label and text", "source and target"});
  expect_refused(2, {"train", HEED_RECIPES "/dates.yml", "--out", "m", "--set", "model.type=naive-bayes"},
                 {"naive-bayes", "an answer that is one class", "translate"});
}

}  // namespace
}  // namespace heed
