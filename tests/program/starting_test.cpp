// Trainings that start from the weights of a model, that leave some of them as they are, and that go on
// behind their end.
#include "heed/graph/safetensors.h"
#include "program.h"

namespace heed {
namespace {

class Starting : public Program {
 protected:
  static Words training(const std::string& out, int64_t updates, const Words& more = {}) {
    return Words{"train", kRecipe, "--out", out} + tiny(updates) +
           Words{"--set", "training.validation.every=10"} + more;
  }
  static Words from(const std::string& model) { return {"--set", "training.from=" + model}; }

  // Dates in another alphabet: most characters of the sources are new to the tiny model.
  std::string write_data() {
    std::string lines;
    for (int day = 10; day < 29; ++day)
      lines += std::to_string(day) + " мая 1998\t1998-05-" + std::to_string(day) + "\n";
    write("d/train.tsv", lines);
    write("d/dev.tsv", lines);
    return "d";
  }

  std::string bytes_of(const std::string& file, const std::string& tensor) {
    return std::string(Safetensors(folder_ / file).get(tensor).bytes);
  }
};

TEST_F(Starting, FromAModelSaysWhatWasTakenOverAndWhatIsNew) {
  std::string model = tiny_model().string();
  Ran ran = heed(training("m", 1, from(model) + Words{"--data", write_data()}));
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.err.find("from " + model + ": 24 of 24 tensors taken over"), std::string::npos) << ran.err;
  EXPECT_NE(ran.err.find("source_embedding.table: "), std::string::npos) << ran.err;
  EXPECT_NE(ran.err.find("'м'"), std::string::npos) << ran.err;
  EXPECT_EQ(ran.err.find("decoder"), std::string::npos) << "the rest was taken over whole: " << ran.err;
}

TEST_F(Starting, FromAModelBeginsWithItsWeights) {
  std::string model = tiny_model().string();
  // With a step size of nothing the weights stay what they were.
  Ran ran = heed(training("m", 1, from(model) + Words{"--set", "training.optimiser.rate=0"}));
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(read_file(folder_ / "m/model.safetensors"), read_file(tiny_model() / "model.safetensors"));
}

TEST_F(Starting, FromAModelItsVocabularyCanBeKept) {
  std::string model = tiny_model().string();
  Ran ran = heed(training(
      "m", 1, from(model) + Words{"--set", "training.from.vocabulary=keep", "--data", write_data()}));
  ASSERT_EQ(ran.code, 0) << ran.err;
  for (const char* file : {"source.vocab.txt", "target.vocab.txt"})
    EXPECT_EQ(read_file(folder_ / "m" / file), read_file(tiny_model() / file));
}

TEST_F(Starting, FromWhatIsNoModelOrFitsNowhereIsRefusedBeforeAnythingIsWritten) {
  std::string model = copy_of_model("old");
  expect_refused(1, training("m", 1, from("nowhere")), {"nowhere"});
  expect_refused(
      2,
      training(
          "m", 1,
          from(model) + Words{"--set", "model.encoder.width=9", "--set", "model.embedding.width=9", "--set",
                              "model.decoder.width=9", "--set", "model.decoder.readout=9", "--set",
                              "model.attention.score.width=9", "--set", "model.embedding.tied=target"}),
      {"old", "fits"});
}

TEST_F(Starting, GoesOnWithoutTheModelThatItStartedFrom) {
  std::string model = copy_of_model("old");
  Words words = training("m", 1'000'000, from(model) + Words{"--set", "training.checkpoint_every=1"});
  {
    Process process(words, {.folder = folder_.path()});
    ASSERT_TRUE(
        process.wait_until([&] { return fs::exists(folder_ / "m/training/checkpoint.safetensors"); }));
    process.kill();
  }
  fs::remove_all(folder_ / "old");
  Process process(words, {.folder = folder_.path()});
  std::string log = (folder_ / "m/log.jsonl").string();
  std::size_t before = fs::file_size(log);
  EXPECT_TRUE(process.wait_until([&] { return fs::file_size(log) > before; }));
  process.interrupt();
  EXPECT_EQ(process.wait().code, 130);
}

TEST_F(Starting, AFrozenGroupStaysWhatItWasAndTheRestLearns) {
  std::string model = tiny_model().string();
  Words groups = {"--set",
                  "training.groups=[{match: encoder.*}, {match: source_embedding.table, rate: 0.5}]"};
  Ran ran = heed(training("m", 3, from(model) + groups));
  ASSERT_EQ(ran.code, 0) << ran.err;
  Safetensors before(tiny_model() / "model.safetensors");
  for (const TensorView& tensor : before.tensors()) {
    bool frozen = tensor.name.starts_with("encoder.");
    EXPECT_EQ(bytes_of("m/model.safetensors", tensor.name) == tensor.bytes, frozen) << tensor.name;
  }
}

TEST_F(Starting, AGroupThatMatchesNothingOrFreezesEverythingIsRefused) {
  auto groups = [](const std::string& text) { return Words{"--set", "training.groups=" + text}; };
  expect_refused(2, training("m", 1, groups("[{match: encodr.0.forward.input}]")),
                 {"encodr", "matches no parameter"});
  expect_refused(2, training("m", 1, groups("[{match: '*'}]")), {"frozen", "left to train"});
}

TEST_F(Starting, AnExtendedTrainingIsEqualToOneThatWasAsLongFromTheBeginning) {
  ASSERT_EQ(heed(training("long", 30)).code, 0);
  ASSERT_EQ(heed(training("m", 10)).code, 0);
  expect_refused(2, training("m", 30), {"m holds a finished model", "--extend"});
  expect_refused(2, training("m", 10, {"--extend"}), {"--extend", "more training.updates"});
  expect_refused(2, training("m", 30, {"--extend", "--set", "training.seed=2"}), {"--extend", "seed: 2"});
  Ran ran = heed(training("m", 30, {"--extend"}));
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.err.find("going on from update 10"), std::string::npos) << ran.err;
  EXPECT_EQ(read_file(folder_ / "m/model.safetensors"), read_file(folder_ / "long/model.safetensors"));
}

TEST_F(Starting, WhileATrainingIsExtendedItsModelStaysAndAKillLosesNothing) {
  ASSERT_EQ(heed(training("m", 10)).code, 0);
  std::string before = read_file(folder_ / "m/model.safetensors");
  Words words = training("m", 200, {"--extend", "--set", "training.checkpoint_every=5"});
  // The interval of checkpoints is no limit of a training, so it cannot change.
  expect_refused(2, words, {"--extend", "checkpoint_every"});
  words = training("m", 200, {"--extend"});
  {
    Process process(words, {.folder = folder_.path()});
    process.wait_until([&] {
      return read_file(folder_ / "m/training/recipe.yml").find("updates: 200") != std::string::npos;
    });
    process.kill();
  }
  EXPECT_EQ(heed({"run", "m"}, "3 May\n").code, 0);
  EXPECT_EQ(read_file(folder_ / "m/model.safetensors"), before);
  Ran ran = heed(words);
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(heed({"info", "m"}).out.find("updates          200\n"), std::string::npos);
}

}  // namespace
}  // namespace heed
