// `heed compare`: variants trained alike, killed in the middle and gone on with, and their report.
#include <nlohmann/json.hpp>

#include "program.h"

namespace heed {
namespace {

constexpr int64_t kUpdates = 6;

// That there is no memory for `huge` is known when its weights are made: 12 TB for one of its matrices alone.
Words comparison(const fs::path& out, int64_t updates = kUpdates) {
  return Words{"compare",
               kRecipe,
               "--out",
               out.string(),
               "--seeds",
               "2",
               "--longer-than",
               "2",
               "--sentence",
               "3 May 2004",
               "--variant",
               "plain:",
               "dot: model.attention.score.type=dot",
               "huge: model.decoder.width=1000000"} +
         tiny(updates) + Words{"--set", "training.validation.every=3"};
}

// Goes on with a comparison whose process was killed, as soon as its training has saved and let go.
Ran go_on(const Words& words) {
  for (int turn = 0; turn < 200; ++turn) {
    Ran ran = Process(words).wait(120);
    if (ran.err.find("another process is comparing") == std::string::npos) return ran;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  return {};
}

// Every comparison of this file that takes its time, made once.
struct Made {
  TemporaryDirectory folder;
  fs::path out = folder / "c", first = out / "runs/plain-seed1";
  bool killed = false;
  std::map<std::string, std::string> before;
  Ran ran;

  Made() {
    Process process(comparison(out));
    killed = process.wait_until([&] { return fs::exists(out / "runs/dot-seed1/model/training"); });
    process.kill();
    before = contents(first / "model");
    ran = go_on(comparison(out) + Words{"--jobs", "2"});
  }
};

const Made& made() {
  static const Made all;
  return all;
}

std::vector<Words> rows_of(const fs::path& csv) {
  std::vector<Words> rows;
  std::istringstream text(read_file(csv));
  for (std::string line; std::getline(text, line);) {
    rows.emplace_back();
    std::istringstream cells(line);
    for (std::string cell; std::getline(cells, cell, ',');) rows.back().push_back(cell);
  }
  return rows;
}

nlohmann::json json_in(const fs::path& file) {
  return nlohmann::json::parse(read_file(file));
}

class Compare : public Program {};

TEST_F(Compare, FinishesTheOthersIfAVariantFailsAndThenEndsWithAnError) {
  ASSERT_EQ(made().ran.code, 1) << made().ran.err;
  EXPECT_NE(made().ran.err.find("heed: 2 of 6 runs failed (huge, seed 1; huge, seed 2); "), std::string::npos)
      << made().ran.err;
  EXPECT_NE(made().ran.out.find("| huge | failed |"), std::string::npos) << made().ran.out;
  EXPECT_TRUE(made().ran.out.starts_with("| variant | accuracy |")) << made().ran.out;
  for (const char* file :
       {"report.html", "report.csv", "report.md", "charts/quality.svg", "charts/by-length.svg",
        "charts/learning.svg", "charts/speed.svg", "runs/dot-seed2/model/model.json",
        "runs/dot-seed2/outputs.jsonl", "runs/dot-seed2/log.txt"})
    EXPECT_TRUE(fs::exists(made().out / file)) << file;
  EXPECT_EQ(read_file(made().out / "report.md"), made().ran.out);
}

TEST_F(Compare, KilledInTheMiddleDoesNotRepeatWhatIsFinished) {
  ASSERT_TRUE(made().killed) << "the kill came too late to matter";
  EXPECT_NE(made().ran.err.find("plain, seed 1: finished before"), std::string::npos) << made().ran.err;
  EXPECT_TRUE(contents(made().first / "model") == made().before);
}

TEST_F(Compare, WritesARowARun) {
  std::vector<Words> rows = rows_of(made().out / "report.csv");
  ASSERT_EQ(rows.size(), 7U) << "a heading, and three variants with two seeds each";
  auto column = [&](const std::string& name) {
    return static_cast<std::size_t>(std::find(rows[0].begin(), rows[0].end(), name) - rows[0].begin());
  };
  std::vector<std::string> runs;
  for (const Words& row : rows) runs.push_back(row.at(0) + " " + row.at(1) + " " + row.at(column("status")));
  EXPECT_EQ(runs, (Words{"variant seed status", "plain 1 done", "dot 1 done", "huge 1 failed", "plain 2 done",
                         "dot 2 done", "huge 2 failed"}));
  for (const char* name : {"score", "low", "high", "longer_than_2", "parameters", "updates", "minutes",
                           "training_tokens_per_second", "training_megabytes", "decoding_words_per_second",
                           "decoding_megabytes"}) {
    ASSERT_LT(column(name), rows[0].size()) << name;
    EXPECT_NE(rows[1].at(column(name)), "") << name;
  }
  EXPECT_EQ(rows[1].at(column("updates")), std::to_string(kUpdates));
  EXPECT_GT(std::stod(rows[1].at(column("training_megabytes"))), 20);
}

TEST_F(Compare, SaysWhatFailedAndWhy) {
  std::string page = read_file(made().out / "report.html");
  for (const char* part :
       {"What failed", "huge, seed 2", "out of memory", "3 May 2004", "by length of the source"})
    EXPECT_NE(page.find(part), std::string::npos) << part;
  nlohmann::json result = json_in(made().out / "runs/huge-seed1/result.json");
  EXPECT_EQ(result["status"], "failed");
  EXPECT_EQ(made().ran.err.find("internal error"), std::string::npos) << made().ran.err;
}

TEST_F(Compare, EvaluatesByTheEngine) {
  for (const char* run : {"plain-seed1", "dot-seed2"})
    EXPECT_EQ(json_in(made().out / "runs" / run / "eval.json")["decoding"]["engine"], "heed") << run;
}

TEST_F(Compare, TakesGradientsFromLibtorchAndEverythingElseFromTheEngine) {
  Ran ran = heed(Words{"compare", kRecipe, "--out", "c", "--gradients", "--variant", "one:"} + tiny(2));
  ASSERT_EQ(ran.code, 0) << ran.err;
  nlohmann::json eval = json_in(folder_ / "c/runs/one-seed1/eval.json");
  EXPECT_GT(eval["gradients"].size(), 3U) << eval;
  EXPECT_EQ(eval["decoding"]["engine"], "heed");
  EXPECT_TRUE(fs::exists(folder_ / "c/charts/gradients.svg"));
  for (const auto& entry : fs::directory_iterator(folder_ / "c/runs/one-seed1"))
    EXPECT_NE(entry.path().extension(), ".out") << entry.path();
}

TEST_F(Compare, RefusesAnotherRecipeInTheSameDirectory) {
  auto before = contents(made().out);
  Ran ran = Process(comparison(made().out, kUpdates + 1)).wait();
  expect_refusal(ran, 2,
                 {"plain-seed1", "another recipe", "'updates: 6' then, 'updates: 7' now", "--overwrite"});
  EXPECT_TRUE(contents(made().out) == before);
}

TEST_F(Compare, CtrlCStopsTheTrainingToo) {
  fs::path out = folder_ / "c";
  Process process(comparison(out, 100000));
  ASSERT_TRUE(process.wait_until([&] { return fs::exists(out / "runs/plain-seed1/model/log.jsonl"); }));
  process.interrupt();
  Ran stopped = process.wait();
  EXPECT_EQ(stopped.code, 130);
  EXPECT_NE(stopped.err.find("the same command goes on"), std::string::npos) << stopped.err;
  EXPECT_NE(read_file(out / "runs/plain-seed1/log.txt").find("stopped at update"), std::string::npos);
  EXPECT_FALSE(fs::exists(out / "runs/plain-seed1/result.json"));
}

// A process that ignores SIGCHLD hands this on to what it starts.
TEST_F(Compare, EndsWhereItsParentIgnoresTheEndOfChildren) {
  Words words = {"compare", kRecipe, "--out", "c", "--variant", "one:"};
  auto usual = ::signal(SIGCHLD, SIG_IGN);
  Process process(words + tiny(2), {.folder = folder_.path()});
  ::signal(SIGCHLD, usual);
  Ran ran = process.wait(20);
  EXPECT_FALSE(ran.late) << "it waits for ever";
  EXPECT_EQ(ran.code, 0) << ran.err;
}

TEST_F(Compare, VariantsThatCannotBeBuiltAreRefusedBeforeTheFirstIsTrained) {
  Words words = Words{"compare", kRecipe, "--out", "c"} + tiny(2);
  expect_refused(2, words + Words{"--over", "model.attention.score.type=additive,dott"},
                 {"variant 'dott'", "did you mean", "dot"});
  expect_refused(
      2,
      words + Words{"--variant", "plain:", "uneven: model.attention.score.type=dot model.decoder.width=24"},
      {"variant 'uneven'", "24"});
  expect_refused(2, words + Words{"--over", "model.attention.heads=1,3"}, {"variant 'heads=3'", "divisor"});
  expect_refused(
      2, words + Words{"--variant", "plain:", "guided: model.guide.weight=1 model.guide.toward=alignment"},
      {"variant 'guided'", "model.guide.toward"});
  expect_refused(2,
                 words + Words{"--variant", "plain:", "a: model.attention.heads=3",
                               "b: model.attention.heads=3", "c: training.ema=2"},
                 {"variant 'a', 'b'", "divisor", "; variant 'c'", "training.ema"});
  expect_refused(1,
                 words + Words{"--variant", "plain:", "elsewhere: data.generator.type=none data.dir=nowhere"},
                 {"variant 'elsewhere'", "nowhere"});
}

TEST_F(Compare, BadUseIsRefusedBeforeAnythingIsMade) {
  Words words = {"compare", kRecipe, "--out", "c"};
  expect_refused(2, words, {"nothing to compare", "--over"});
  expect_refused(2, words + Words{"--over", "model.attention.sore.type=additive,dot"},
                 {"model.attention.sore", "did you mean 'model.attention.score'?"});
  expect_refused(2, words + Words{"--over", "training.updates=0,-1"}, {"training.updates", "at least 1"});
  expect_refused(2, words + Words{"--over", "training.ema"}, {"--over training.ema", "expected KEY=VALUE"});
  expect_refused(2, words + Words{"--over", "training.ema=0,0.9", "--baseline", "x"},
                 {"--baseline x", "ema=0, ema=0.9"});
  expect_refused(2, {"compare", kRecipe, "--over", "training.ema=0,0.9"}, {"--out DIR is missing"});
  expect_refused(1, words + Words{"--over", "training.ema=0,0.9", "--test", "none.tsv"}, {"none.tsv"});
  expect_refused(1, words + Words{"--over", "training.ema=0,0.9", "--data", "nowhere"}, {"nowhere"});
  expect_refused(1, words + Words{"--variants", "none.yml"}, {"none.yml"});
  write("c/mine.txt", "");
  expect_refused(2, words + Words{"--over", "training.ema=0,0.9"}, {"not a comparison's"});
}

}  // namespace
}  // namespace heed
