// What a started training may go on with, and what it must not.
#include "program.h"

namespace heed {
namespace {

const std::string kCheckpoint = "m/training/checkpoint.safetensors";

class Unfinished : public Program {
 protected:
  static Words training(const Words& more = {}) {
    return Words{"train", kRecipe, "--out", "m", "--data", "d"} + tiny(30) +
           Words{"--set", "training.checkpoint_every=2"} + more;
  }

  // A folder with data and a training stopped behind its first checkpoint: made once, copied for every test.
  static const fs::path& stopped() {
    static TemporaryDirectory folder;
    static const fs::path made = [] {
      for (int attempt = 0; attempt < 5; ++attempt) {
        fs::path here = folder / std::to_string(attempt);
        fs::create_directories(here / "d");
        for (const char* file : {"d/train.tsv", "d/dev.tsv"})
          put(here / file, "3 May\t05-03\n4 May\t05-04\n");
        Process process(training(), {.folder = here});
        process.wait_until([&] { return fs::exists(here / kCheckpoint); });
        process.kill();
        if (fs::exists(here / kCheckpoint) && !fs::exists(here / "m/model.json")) return here;
      }
      throw std::runtime_error("the training was never stopped in time");
    }();
    return made;
  }

  void SetUp() override { fs::copy(stopped(), folder_.path(), fs::copy_options::recursive); }

  fs::path checkpoint() const { return folder_ / kCheckpoint; }
  void expect_trained(const Words& more) {
    Ran ran = heed(training(more));
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(heed({"info", "m"}).code, 0);
  }
};

TEST_F(Unfinished, ATrainingOfAnotherRecipeIsRefusedWithTheDifference) {
  expect_refused(
      2, training({"--set", "training.seed=7"}),
      {"m holds an unfinished training of another recipe", "'seed: 1' then, 'seed: 7' now", "--overwrite"});
  expect_trained({"--set", "training.seed=7", "--overwrite"});
}

TEST_F(Unfinished, ChangedDataIsRefusedAndTheAdviceWorks) {
  write("d/train.tsv", "3 May\t05-03\n4 May\t05-05\n");
  Ran ran = heed(training());
  expect_refusal(ran, 1, {"training data", "m", "--overwrite"});
  expect_trained({"--overwrite"});
}

TEST_F(Unfinished, ADamagedCheckpointIsRefusedWithAWayOut) {
  std::string bytes = read_file(checkpoint());
  put(checkpoint(), bytes.substr(0, bytes.size() / 2));
  expect_refusal(heed(training()), 1, {"m/training/checkpoint.safetensors", "--overwrite"});
  expect_trained({"--overwrite"});
}

TEST_F(Unfinished, ACheckpointWithoutWhatItNeedsIsADamagedOne) {
  std::string bytes = read_file(checkpoint());
  put(checkpoint(), bytes.replace(bytes.find("data_fingerprint"), 4, "atad"));
  expect_refusal(heed(training()), 1, {"m/training/checkpoint.safetensors"});
}

TEST_F(Unfinished, AFlippedBitInACheckpointIsNoticedWhereverItIs) {
  const std::string bytes = read_file(checkpoint());
  for (std::size_t part = 0; part < 12; ++part) {
    std::size_t at = bytes.size() * part / 12 + 9;
    SCOPED_TRACE("byte " + std::to_string(at) + " of " + std::to_string(bytes.size()));
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 1);
    put(checkpoint(), damaged);
    expect_refusal(heed(training()), 1, {"m/training/checkpoint.safetensors", "--overwrite"});
  }
}

TEST_F(Unfinished, AFlippedBitInKeptWeightsIsNoticed) {
  ASSERT_EQ(heed(training()).code, 0);
  fs::remove(folder_ / "m/model.json");  // as if it had been killed before the model was written
  std::vector<fs::path> kept;
  for (const auto& entry : fs::directory_iterator(folder_ / "m/training"))
    if (entry.path().filename().string().starts_with("kept-")) kept.push_back(entry.path());
  ASSERT_FALSE(kept.empty());
  std::string bytes = read_file(kept[0]);
  bytes[bytes.size() - 3] = static_cast<char>(bytes[bytes.size() - 3] ^ 1);
  put(kept[0], bytes);
  Ran ran = heed(training());
  EXPECT_EQ(ran.code, 1);
  EXPECT_NE(ran.err.find("kept-"), std::string::npos) << ran.err;
  EXPECT_NE(ran.err.find("checksum"), std::string::npos) << ran.err;
}

// Killed after the last checkpoint and before the last file: nothing is left to train, and the report must
// still hold.
TEST_F(Unfinished, ATrainingStoppedJustBeforeItsEndReportsTheSameLoss) {
  auto loss = [](const Ran& ran) {
    return ran.err.substr(std::min(ran.err.size(), ran.err.rfind("dev loss")));
  };
  Ran first = heed(training());
  ASSERT_EQ(first.code, 0) << first.err;
  fs::remove(folder_ / "m/model.json");
  Ran again = heed(training());
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_EQ(loss(again), loss(first));
}

}  // namespace
}  // namespace heed
