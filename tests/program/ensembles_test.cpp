// Several models that decide together: `--ensemble` and `--weights`.
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "program.h"

namespace heed {
namespace {

using nlohmann::json;

const std::string kInput = "Tue 3rd of March 1998\n\n12/05/04\n";

class Ensembles : public Program {
 protected:
  std::string answers(const Words& flags) {
    Ran ran = heed(Words{"run", model_} + flags, kInput);
    EXPECT_EQ(ran.code, 0) << joined(flags) << ": " << ran.err;
    return ran.out;
  }

  // A model of the same recipe and data that began with other weights.
  std::string another_model() {
    Ran ran =
        heed(Words{"train", kRecipe, "--out", "another"} + tiny(60) + Words{"--set", "training.seed=7"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    return "another";
  }

  // The log-probability of one given output.
  double log_probability(const std::string& model, const Words& flags) {
    Ran ran = heed(Words{"run", model, "--given", "--format", "jsonl"} + flags, "3 May 1998\t1998-05-03\n");
    EXPECT_EQ(ran.code, 0) << joined(flags) << ": " << ran.err;
    return json::parse(ran.out)["log_probability"].get<double>();
  }

  const std::string model_ = tiny_model().string();
};

TEST_F(Ensembles, OfAModelWithItselfAreTheModel) {
  for (const char* mean : {"probabilities", "log-probabilities"})
    EXPECT_EQ(answers({"--ensemble", model_, model_, "--set", std::string("search.ensemble=") + mean}),
              answers({}));
  EXPECT_EQ(heed({"eval", model_, "--ensemble", model_}).out, heed({"eval", model_}).out);
}

TEST_F(Ensembles, OfOtherVocabulariesAreRefused) {
  write("data/train.tsv", "abc\txyz\nbca\tyzx\n");
  write("data/dev.tsv", "abc\txyz\n");
  Ran other = heed(Words{"train", kRecipe, "--out", "other", "--data", "data"} + tiny(2));
  ASSERT_EQ(other.code, 0) << other.err;
  expect_refused(1, {"run", model_, "--ensemble", "other"},
                 {"other/", "vocab", "a vocabulary of another model"}, kInput);
}

TEST_F(Ensembles, HaveTheWeightsThatTheyAreGiven) {
  std::string another = another_model();
  double first = log_probability(model_, {}), second = log_probability(another, {});
  ASSERT_GT(std::abs(first - second), 1e-3);
  auto together = [&](const Words& flags) {
    return log_probability(model_, Words{"--ensemble", another} + flags);
  };
  EXPECT_NEAR(together({"--weights", "1,0"}), first, 1e-4);
  EXPECT_NEAR(together({"--weights", "0,2"}), second, 1e-4);
  EXPECT_NEAR(together({"--weights", "1,0.5", "--set", "search.ensemble=sum"}), first + 0.5 * second, 1e-3);
  EXPECT_EQ(answers({"--ensemble", another, "--weights", "1,0"}), answers({}));
  EXPECT_EQ(together({"--weights", "3,3"}), together({}));
}

TEST_F(Ensembles, RefuseWeightsThatDoNotFit) {
  struct Mistake {
    std::string weights, part;
  };
  for (const auto& [weights, part] : std::vector<Mistake>{{"1", "expected 2, one for each model, found 1"},
                                                          {"1,-1", "numbers of at least 0, found '-1'"},
                                                          {"1,much", "found 'much'"},
                                                          {"1,nan", "found 'nan'"},
                                                          {"0,0", "at least one above 0"}})
    expect_refused(2, {"run", model_, "--ensemble", model_, "--weights", weights}, {"search.weights", part},
                   kInput);
}

}  // namespace
}  // namespace heed
