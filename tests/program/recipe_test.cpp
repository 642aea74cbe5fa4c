// Recipes with mistakes: the message names file, line and option, and what was meant; nothing is written.
#include "program.h"

namespace heed {
namespace {

class RecipeFile : public Program {
 protected:
  void expect_bad_recipe(const std::string& text, const Words& parts) {
    SCOPED_TRACE(text.substr(0, 200));
    expect_refused(2, {"train", write("r.yml", text), "--out", "model"}, parts);
  }
  void expect_bad_setting(const std::string& setting, const Words& parts) {
    expect_refused(2, {"train", kRecipe, "--out", "model", "--set", setting}, parts);
  }
};

TEST_F(RecipeFile, AMistypedKeyIsAnsweredWithTheNearestOneAndItsLine) {
  expect_bad_recipe("task: translate\ntrainning:\n  updates: 5\n", {"r.yml:2", "'trainning'", "'training'"});
  expect_bad_recipe("training:\n\n  updatse: 5\n", {"r.yml:3", "'training.updatse'", "'training.updates'"});
  expect_bad_recipe("model:\n  encoder:\n    type: recurrent\n    widht: 5\n",
                    {"r.yml:4", "'model.encoder.widht'", "'model.encoder.width'"});
  expect_bad_recipe("model:\n  attention:\n    score: {type: additive,\n      witdh: 5}\n",
                    {"r.yml:4", "'model.attention.score.witdh'", "'model.attention.score.width'"});
}

TEST_F(RecipeFile, AKeyInTheWrongPlaceIsAnsweredWithTheRightPlace) {
  expect_bad_recipe("training:\n  rate: 0.1\n", {"r.yml:2", "'training.optimiser.rate'"});
}

TEST_F(RecipeFile, AKeyThatStandsTwiceIsRefused) {
  expect_bad_recipe("training:\n  updates: 5\n  updates: 50\n", {"r.yml:3", "training.updates", "twice"});
}

TEST_F(RecipeFile, AValueOfTheWrongKindIsShownWithItsLine) {
  expect_bad_recipe("training:\n  updates: many\n",
                    {"r.yml:2", "training.updates", "a whole number", "'many'"});
  expect_bad_recipe("model:\n  encoder: {bidirectional: perhaps}\n",
                    {"r.yml:2", "model.encoder.bidirectional", "true or false", "'perhaps'"});
}

TEST_F(RecipeFile, AValueOutOfRangeIsShownWithItsLineAndTheRange) {
  expect_bad_recipe("training:\n  seed: 1\n  updates: 0\n",
                    {"r.yml:3", "training.updates", "at least 1", "found 0"});
  expect_bad_recipe("model: {dropout: {layers: nan}}\n",
                    {"r.yml:1", "model.dropout.layers", "0 to 0.95", "nan"});
  expect_bad_setting("training.workers=0", {"--set training.workers=0", "1 to 256", "found 0"});
}

TEST_F(RecipeFile, AnUnknownChoiceIsAnsweredWithTheNearestOne) {
  expect_bad_recipe("model:\n  attention:\n    score: aditive\n",
                    {"r.yml:3", "model.attention.score", "additive, concat", "did you mean 'additive'?"});
  expect_bad_recipe("model:\n  type: encoder-decodr\n", {"r.yml:2", "did you mean 'encoder-decoder'?"});
  expect_bad_setting("training.optimiser.type=adma", {"--set", "did you mean 'adam'?"});
}

TEST_F(RecipeFile, WhatIsNotYamlIsRefusedWithItsLine) {
  expect_bad_recipe("training:\n  optimiser: {type: adam\n", {"r.yml:", "not valid YAML"});
  expect_bad_recipe(std::string(100'000, '['), {"r.yml:1", "not valid YAML"});
  expect_bad_recipe(read_file(tiny_model() / "model.safetensors"), {"r.yml"});
}

TEST_F(RecipeFile, AListOrAWordWhereAMappingIsExpectedIsRefused) {
  expect_bad_recipe("- training\n- model\n", {"r.yml:1", "a mapping of options", "a list"});
  expect_bad_recipe("training: [1, 2]\n", {"r.yml:1", "training", "a mapping of options", "a list"});
}

TEST_F(RecipeFile, AMissingRecipeOrADirectoryIsNamed) {
  expect_refused(1, {"train", "nowhere.yml", "--out", "model"}, {"nowhere.yml", "No such file"});
  expect_refused(1, {"train", ".", "--out", "model"}, {"cannot read .", "directory"});
}

TEST_F(RecipeFile, ABadSettingIsShownAsItWasTyped) {
  expect_bad_setting("training.updates", {"--set training.updates", "NAME=VALUE"});
  expect_bad_setting("training.updatse=5", {"--set training.updatse=5", "'training.updates'"});
  expect_bad_setting("training=5", {"--set training=5", "a mapping of options"});
  expect_bad_setting("training.updates=[5", {"--set training.updates=[5", "not valid YAML"});
}

TEST_F(RecipeFile, OptionsThatDoNotFitTogetherAreRefusedBeforeAnythingIsWritten) {
  Words words = Words{"train", kRecipe, "--out", "model"} + tiny(5);
  expect_refused(2,
                 words + Words{"--set", "model.attention.score.type=dot", "--set", "model.decoder.width=20"},
                 {"model.attention.score", "20", "16", "make them equal"});
}

TEST_F(RecipeFile, WithoutDataTheRecipeAsksForIt) {
  expect_refused(2, {"train", write("r.yml", ""), "--out", "model"}, {"--data"});
}

TEST_F(RecipeFile, ASecondDocumentIsRefusedWithItsLine) {
  expect_bad_recipe("training:\n  updates: 5\n---\ntraining:\n  updates: 50\n",
                    {"r.yml:4", "expected one document", "'---'"});
  EXPECT_EQ(heed({"train", write("r.yml", "---\ntask: translate\n"), "--options"}).code, 0);
}

TEST_F(RecipeFile, ATextThatIsNoRecipeIsNotPrintedWhole) {
  std::string text;
  for (int i = 0; i < 10'000; ++i) text += "Käse, Wein und Brot. ";
  write("r.yml", text);
  Ran ran = heed({"train", "r.yml", "--out", "model"});
  expect_refusal(ran, 2, {"r.yml:1", "expected a mapping of options, found 'Käse, Wein", "…'"});
  EXPECT_LT(ran.err.size(), 300u);
  ran = heed({"train", write("r.yml", "training: {updates: " + std::string(9000, 'x') + "}"), "--out", "m"});
  expect_refusal(ran, 2, {"r.yml:1", "a whole number, found 'xxx", "…'"});
  EXPECT_LT(ran.err.size(), 300u);
}

TEST_F(RecipeFile, AFileTooLargeForARecipeIsNotRead) {
  write("corpus.tsv", std::string(3'000'000, 'x'));
  expect_refused(1, {"train", "corpus.tsv", "--out", "model"}, {"corpus.tsv", "expected a recipe", "3 MB"});
  expect_refused(1, {"compare", "corpus.tsv", "--out", "c", "--over", "training.seed=1,2"},
                 {"corpus.tsv", "expected a recipe", "3 MB"});
  expect_refused(1, {"compare", kRecipe, "--out", "c", "--variants", "corpus.tsv"},
                 {"corpus.tsv", "expected a file of variants", "3 MB"});
}

TEST_F(RecipeFile, ANumberThatNothingCanBeCountedWithIsRefused) {
  for (const char* option :
       {"training.updates", "training.batch_tokens", "training.checkpoint_every", "training.validation.every",
        "training.validation.patience", "training.log_every", "model.encoder.width", "model.embedding.width",
        "model.decoder.width", "model.decoder.readout", "model.attention.score.width", "task.max_length",
        "data.generator.lines"}) {
    expect_bad_setting(std::string(option) + "=9223372036854775807",
                       {option, "expected", "found 9.22337e+18"});
    expect_bad_setting(std::string(option) + "=100000000000", {option, "expected", "found 100000000000"});
  }
}

TEST_F(RecipeFile, AModelTooLargeForTheMachineIsRefusedInPlainWords) {
  expect_refused(
      1,
      Words{"train", kRecipe, "--out", "model"} + tiny(5) + Words{"--set", "model.encoder.width=1000000000"},
      {"memory"});
  for (const char* option : {"model.decoder.width", "model.decoder.readout", "model.embedding.width",
                             "model.attention.score.width"}) {
    expect_refused(1,
                   Words{"train", kRecipe, "--out", "model"} + tiny(5) +
                       Words{"--set", std::string(option) + "=1000000000"},
                   {"memory"});
  }
}

}  // namespace
}  // namespace heed
