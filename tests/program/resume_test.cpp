// A training that is stopped at any time and started again ends as if it had never been stopped.
#include <nlohmann/json.hpp>
#include <random>

#include "program.h"

namespace heed {
namespace {

using Json = nlohmann::ordered_json;

constexpr int64_t kUpdates = 120;

// Everything that a training may carry from update to update, and checkpoints that fall between validations
// and between lines of the log.
Words training(const fs::path& out) {
  Words words = Words{"train", kRecipe, "--out", out.string()} + tiny(kUpdates);
  for (const char* setting :
       {"model.dropout.layers=0.1", "model.dropout.embedding=0.1", "model.dropout.tokens=0.1",
        "model.label_smoothing=0.1", "task.source.type=sentencepiece", "task.source.size=100",
        "training.workers=2", "training.accumulate=2", "training.ema=0.9", "training.optimiser.type=adamw",
        "training.schedule.type=plateau", "training.schedule.patience=1", "training.validation.by=metric",
        "training.validation.every=12", "training.validation.beam=2", "training.final.average=3",
        "training.checkpoint_every=5", "training.log_every=3"}) {
    words.insert(words.end(), {"--set", setting});
  }
  return words;
}

// The lines of the log that are whole.
std::vector<Json> log_of(const fs::path& out) {
  std::vector<Json> entries;
  if (!fs::exists(out / "log.jsonl")) return entries;
  std::string text = read_file(out / "log.jsonl");
  for (std::size_t at = 0, end; (end = text.find('\n', at)) != std::string::npos; at = end + 1) {
    entries.push_back(Json::parse(text.substr(at, end - at)));
  }
  return entries;
}

int64_t update_of(const fs::path& out) {
  std::vector<Json> entries = log_of(out);
  return entries.empty() ? 0 : entries.back().value("update", kUpdates);
}

// Kills five times, at moments that are seen and not guessed, so that they come on slow machines too: as soon
// as the directory is there, while a checkpoint is being written, and some milliseconds after a drawn update.
int kill_again_and_again(const fs::path& out) {
  std::mt19937 random(20150517);
  fs::path partial = out / "training/checkpoint.safetensors.partial";
  int killed = 0;
  for (int64_t turn = 0; turn < 5; ++turn) {
    Process process(training(out));
    int64_t until = turn * kUpdates / 7 + static_cast<int64_t>(random() % (kUpdates / 8));
    auto pause = std::chrono::milliseconds(random() % 25);
    bool reached = turn == 0 ? process.wait_until([&] { return fs::exists(out / "training"); })
                             : process.wait_until([&] { return update_of(out) >= until; });
    if (turn % 2 == 1) {
      process.wait_until([&] { return fs::exists(partial); }, std::chrono::microseconds(20), 5);
    } else {
      std::this_thread::sleep_for(pause);
    }
    process.kill();
    killed += reached && !fs::exists(out / "model.json") ? 1 : 0;
    expect_refusal(Process({"info", out.string()}).wait(), 1, {out.string()});
  }
  return killed;
}

// Every training of this file, made once.
struct Trainings {
  TemporaryDirectory folder;
  fs::path alone = folder / "alone", again = folder / "again", killed = folder / "killed";
  Ran first, intruder, second, last;
  int kills = 0;

  Trainings() {
    Process process(training(alone));
    process.wait_until([&] { return update_of(alone) > 0; });
    intruder = Process(training(alone)).wait();
    first = process.wait();
    second = Process(training(again)).wait();
    kills = kill_again_and_again(killed);
    last = Process(training(killed)).wait();
  }
};

const Trainings& trainings() {
  static const Trainings made;
  return made;
}

void expect_equal_models(const fs::path& a, const fs::path& b) {
  for (const char* file : {"model.safetensors", "source.spm", "target.vocab.txt", "recipe.yml",
                           "model.graph.json", "model.json"}) {
    EXPECT_TRUE(read_file(a / file) == read_file(b / file)) << file << " differs";
  }
}

TEST(Resume, TwoTrainingsLeftAloneAreEqualByteForByte) {
  ASSERT_EQ(trainings().first.code, 0) << trainings().first.err;
  ASSERT_EQ(trainings().second.code, 0) << trainings().second.err;
  expect_equal_models(trainings().alone, trainings().again);
}

TEST(Resume, ATrainingKilledFiveTimesIsEqualToOneLeftAloneByteForByte) {
  EXPECT_EQ(trainings().kills, 5) << "a kill came too late to matter";
  ASSERT_EQ(trainings().last.code, 0) << trainings().last.err;
  EXPECT_NE(trainings().last.err.find("going on from update "), std::string::npos) << trainings().last.err;
  expect_equal_models(trainings().alone, trainings().killed);
}

TEST(Resume, TheLogOfAKilledTrainingHasEveryUpdateOnceAndInOrder) {
  std::vector<int64_t> expected, found;
  for (int64_t update = 1; update <= kUpdates; ++update) {
    if (update % 3 == 0) expected.push_back(update);   // its loss
    if (update % 12 == 0) expected.push_back(update);  // a validation
  }
  expected.push_back(-1);  // the model's own
  for (const Json& entry : log_of(trainings().killed)) found.push_back(entry.value("update", int64_t{-1}));
  EXPECT_EQ(found, expected);
}

TEST(Resume, TheLogOfAKilledTrainingSaysWhatTheOtherSays) {
  std::vector<Json> alone = log_of(trainings().alone), killed = log_of(trainings().killed);
  ASSERT_EQ(alone.size(), killed.size());
  for (std::size_t i = 0; i < alone.size(); ++i) {
    for (const char* of_the_clock : {"tokens_per_second", "seconds"}) {
      alone[i].erase(of_the_clock);
      killed[i].erase(of_the_clock);
    }
    EXPECT_EQ(alone[i], killed[i]);
  }
}

TEST(Resume, NothingIsLeftBehindByTheKilled) {
  auto left = contents(trainings().killed), expected = contents(trainings().alone);
  for (const auto& [name, bytes] : left) EXPECT_TRUE(expected.contains(name)) << name;
}

TEST(Resume, CtrlCSavesStopsAndLosesNothing) {
  TemporaryDirectory folder;
  fs::path out = folder / "m";
  Process process(training(out));
  ASSERT_TRUE(process.wait_until([&] { return update_of(out) >= 20; }));
  process.interrupt();
  Ran stopped = process.wait();
  EXPECT_EQ(stopped.code, 130);
  EXPECT_NE(stopped.err.find("the same command goes on"), std::string::npos) << stopped.err;
  EXPECT_FALSE(fs::exists(out / "model.json"));
  Ran rest = Process(training(out)).wait();
  ASSERT_EQ(rest.code, 0) << rest.err;
  expect_equal_models(trainings().alone, out);
}

TEST(Resume, ASecondProcessOnTheSameDirectoryIsRefused) {
  expect_refusal(trainings().intruder, 1, {"another process is training", trainings().alone.string()});
}

}  // namespace
}  // namespace heed
